/** What is done often, at the thumb: undo, hint, the other board; the rest is in the menu. */
import { changeBoard } from "../../board/boardKind";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { go } from "../../state/route";
import { boardOf } from "../../state/settings";
import { hasChat } from "./Chat";
import { hasLeft, isPlaying } from "./Menu";
import { actingSeat, alone, undoingSeat } from "./people";
import type { Sheet, TableProps } from "./Play";

interface Props extends TableProps {
  readonly onSheet: (sheet: Sheet) => void;
  readonly onUndo: () => void;
  readonly onHint: (() => void) | null;
  readonly hinting: boolean;
}

export function Actions({ model, now, game, onSheet, onUndo, onHint, hinting }: Props) {
  const playing = isPlaying(now);
  const single = alone(now);
  const flat = boardOf(game.name, skinOf(game.name).usualBoard) === "flat";
  return (
    <div class="actions">
      {playing && now.configuration.takebacks && (
        <button type="button" onClick={onUndo} disabled={undoingSeat(now) === null}>
          <Icon name="undo" />
          <span>{single ? t("act.undo") : t("act.takeback")}</span>
        </button>
      )}
      {hasLeft(now) && now.status === "live" && (
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
      <button type="button" title={t(flat ? "act.space" : "act.flat")} onClick={() => changeBoard(game.name)}>
        <Icon name={flat ? "space" : "flat"} />
        <span>{flat ? t("act.space.short") : t("act.flat.short")}</span>
      </button>
      <button type="button" class="narrow" onClick={() => onSheet("moves")}>
        <Icon name="moves" />
        <span>{t("act.moves")}</span>
      </button>
      {now.scene?.goal ? (
        <button type="button" class="narrow" onClick={() => onSheet("cards")}>
          <Icon name="cards" />
          <span>{t("act.cards")}</span>
        </button>
      ) : null}
      <button type="button" class="narrow" onClick={() => onSheet("rules")}>
        <Icon name="rules" />
        <span>{t("act.rules")}</span>
      </button>
      {hasChat(game, now) && (
        <button type="button" class="narrow" onClick={() => onSheet("chat")}>
          <Icon name="chat" />
          <span>{t("act.chat")}</span>
          {model.unread.value > 0 && <span class="badge">{model.unread.value}</span>}
        </button>
      )}
      <button type="button" class="wide-only" aria-haspopup="dialog" onClick={() => onSheet("menu")}>
        <Icon name="menu" />
        <span>{t("act.menu")}</span>
      </button>
    </div>
  );
}
