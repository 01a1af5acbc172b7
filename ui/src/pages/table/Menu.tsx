/** Everything that can be done at a table and is not done often. */
import { t } from "../../i18n";
import { Dialog } from "../../parts/Dialog";
import { siteAddress } from "../../net/site";
import { Icon, type IconName } from "../../parts/Icon";
import { remember, settings } from "../../state/settings";
import { actingSeat } from "./people";
import { type Sheet, type TableProps, command } from "./Play";

interface Props extends TableProps {
  readonly onSheet: (sheet: Sheet) => void;
  readonly onClose: () => void;
}

/** Has one left the game that goes on? */
export const hasLeft = (now: TableProps["now"]): boolean =>
  now.you.holds.length > 0 && now.you.holds.every((seat) => now.seats[seat]?.left);

export const isPlaying = (now: TableProps["now"]): boolean =>
  now.you.holds.length > 0 && now.status === "live" && !hasLeft(now);

export function Menu({ model, now, onSheet, onClose }: Props) {
  const playing = isPlaying(now);
  const mine = actingSeat(now) ?? now.you.holds[0] ?? null;
  const away = now.seats.some(
    ({ seat, name, engine, here }) => name && !engine && !here && !now.you.holds.includes(seat),
  );
  const everybodyHere = now.seats.every(({ seat }) => now.you.holds.includes(seat));
  const act = (wanted: Parameters<typeof command>[1]) => () => {
    onClose();
    void command(model, wanted);
  };
  const open = (sheet: Sheet) => () => onSheet(sheet);
  const offered = now.offers.some(({ what }) => what === "draw");
  const { sounds } = settings.value;
  const full = document.fullscreenElement !== null;
  return (
    <Dialog title={t("act.menu")} onClose={onClose} sheet>
      <div class="menu">
        {playing && !everybodyHere && !offered && (
          <Entry icon="handshake" text={t("act.draw")} onClick={act({ type: "offer", what: "draw", seat: mine })} />
        )}
        {playing && away && (
          <>
            <Entry icon="check" text={t("act.claim")} onClick={act({ type: "claim", what: "win", seat: mine })} />
            <Entry icon="handshake" text={t("act.claim.draw")} onClick={act({ type: "claim", what: "draw", seat: mine })} />
          </>
        )}
        {playing && <Entry icon="flag" text={t("act.resign")} onClick={open("resign")} />}
        {now.you.holds.length > 0 && (now.status === "live" || now.status === "open") && now.actions.length < 2 && (
          <Entry icon="close" text={t("act.abort")} onClick={act({ type: "abort", seat: mine })} />
        )}
        <Entry icon="share" text={t("act.invite")} onClick={open("invite")} />
        <Entry icon="rules" text={t("act.rules")} onClick={open("rules")} />
        <Entry
          icon={sounds ? "sound" : "mute"}
          text={t(sounds ? "act.sound.off" : "act.sound.on")}
          onClick={() => remember({ sounds: !sounds })}
        />
        {document.fullscreenEnabled && (
          <Entry
            icon="fullscreen"
            text={t(full ? "act.fullscreen.off" : "act.fullscreen")}
            onClick={() => {
              onClose();
              void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
            }}
          />
        )}
        <Entry icon="settings" text={t("act.settings")} onClick={open("settings")} />
        <Entry icon="keyboard" text={t("act.keys")} onClick={open("keys")} />
        <a class="button" href={siteAddress(`/api/tables/${now.table}/record`)} download>
          <Icon name="download" />
          {t("act.record")}
        </a>
      </div>
    </Dialog>
  );
}

function Entry({ icon, text, onClick }: { icon: IconName; text: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick}>
      <Icon name={icon} />
      {text}
    </button>
  );
}
