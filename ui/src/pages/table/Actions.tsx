/** What can be done, at the thumb: undo, hint, and the rest in a menu. */
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import { go } from "../../state/route";
import { remember, settings } from "../../state/settings";
import { actingSeat, alone, confers, undoingSeat } from "./people";
import { type Sheet, type TableProps, command } from "./Play";

interface Props extends TableProps {
  readonly onSheet: (sheet: Sheet) => void;
  readonly onUndo: () => void;
  readonly onHint: (() => void) | null;
  readonly hinting: boolean;
}

export function Actions({ model, now, game, onSheet, onUndo, onHint, hinting }: Props) {
  const [menu, setMenu] = useState(false);
  const [sure, setSure] = useState(false);
  const openMenu = () => {
    setSure(false);
    setMenu(true);
  };
  const gone = now.you.holds.length > 0 && now.you.holds.every((seat) => now.seats[seat]?.left);
  const playing = now.you.holds.length > 0 && now.status === "live" && !gone;
  const mine = actingSeat(now) ?? now.you.holds[0] ?? null;
  const single = alone(now);
  const flat = settings.value.board === "flat";
  const away = now.seats.some(
    ({ seat, name, engine, here }) => name && !engine && !here && !now.you.holds.includes(seat),
  );
  const act = (wanted: Parameters<typeof command>[1]) => {
    setMenu(false);
    void command(model, wanted);
  };
  return (
    <div class="actions">
      {playing && now.configuration.takebacks && (
        <button type="button" onClick={onUndo} disabled={undoingSeat(now) === null}>
          <Icon name="undo" />
          <span>{single ? t("act.undo") : t("act.takeback")}</span>
        </button>
      )}
      {gone && now.status === "live" && (
        <button type="button" onClick={() => go("/")}>
          <Icon name="new" />
          <span>{t("act.new")}</span>
        </button>
      )}
      {playing && onHint && (
        <button type="button" onClick={onHint} disabled={hinting || actingSeat(now) === null}>
          <Icon name="hint" />
          <span>{t("act.hint")}</span>
        </button>
      )}
      <button type="button" onClick={() => remember({ board: flat ? "space" : "flat" })}>
        <Icon name={flat ? "space" : "flat"} />
        <span>{flat ? t("act.space") : t("act.flat")}</span>
      </button>
      <button type="button" class="narrow" onClick={() => onSheet("moves")}>
        <Icon name="moves" />
        <span>{t("act.moves")}</span>
      </button>
      {(now.configuration.chat || confers(game, now)) && !single && (
        <button type="button" class="narrow" onClick={() => onSheet("chat")}>
          <Icon name="chat" />
          <span>{t("act.chat")}</span>
          {model.unread.value > 0 && <span class="badge">{model.unread.value}</span>}
        </button>
      )}
      <button type="button" aria-haspopup="dialog" onClick={openMenu}>
        <Icon name="menu" />
        <span>{t("act.menu")}</span>
      </button>
      {menu && (
        <Dialog title={t("act.menu")} onClose={() => setMenu(false)} sheet>
          <div class="menu">
            {playing && !single && (
              <button type="button" onClick={() => act({ type: "offer", what: "draw", seat: mine })}>
                {t("act.draw")}
              </button>
            )}
            {playing && away && (
              <>
                <button type="button" onClick={() => act({ type: "claim", what: "win", seat: mine })}>
                  {t("act.claim")}
                </button>
                <button type="button" onClick={() => act({ type: "claim", what: "draw", seat: mine })}>
                  {t("act.claim.draw")}
                </button>
              </>
            )}
            {playing && (
              <button
                type="button"
                class={sure ? "danger" : ""}
                onClick={() => (sure ? act({ type: "resign", seat: mine }) : setSure(true))}
              >
                {sure ? t("act.resign.sure") : t("act.resign")}
              </button>
            )}
            {now.you.holds.length > 0 && (now.status === "live" || now.status === "open") && now.actions.length < 2 && (
              <button type="button" onClick={() => act({ type: "abort", seat: mine })}>
                {t("act.abort")}
              </button>
            )}
            <button type="button" onClick={() => { setMenu(false); onSheet("invite"); }}>
              {t("act.invite")}
            </button>
            <button type="button" onClick={() => { setMenu(false); onSheet("keys"); }}>
              {t("act.keys")}
            </button>
            <a class="button" href={`/api/tables/${now.table}/record`} download>
              {t("act.record")}
            </a>
          </div>
        </Dialog>
      )}
    </div>
  );
}
