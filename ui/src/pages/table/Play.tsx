/** The table itself: board, seats, actions, and what comes over them. */
import { useEffect, useRef, useState } from "preact/hooks";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import type { Catalogue, GameEntry, TableView } from "../../net/types";
import { Settings } from "../../parts/Settings";
import { say } from "../../parts/Toast";
import { remember, settings } from "../../state/settings";
import type { TableModel, Wanted } from "../../state/table";
import { Link } from "../../parts/Link";
import { latest } from "../newTable";
import { Actions } from "./Actions";
import { BoardArea } from "./BoardArea";
import { Chat } from "./Chat";
import { HandOver } from "./HandOver";
import { Invite } from "./Invite";
import { Keys } from "./Keys";
import { Moves, usePast } from "./Moves";
import { News } from "./News";
import { actingSeat, undoingSeat } from "./people";
import { Seats } from "./Seats";
import { useHint } from "./useHint";

export interface TableProps {
  readonly model: TableModel;
  readonly now: TableView;
  readonly game: GameEntry;
  readonly games: Catalogue;
}

export type Sheet = "moves" | "chat" | "invite" | "settings" | "keys" | null;

/** Send a command; say why if it is refused. */
export async function command(model: TableModel, wanted: Wanted): Promise<boolean> {
  const answer = await model.command(wanted);
  if (!answer.done) say(answer.error.message);
  return answer.done;
}

export function Play(props: TableProps) {
  const { model, now, game } = props;
  const waits = now.status === "open";
  // whoever has just opened a table for friends wants its link
  const [sheet, setSheet] = useState<Sheet>(waits && latest.table === now.table ? "invite" : null);
  const [typing, setTyping] = useState(false);
  const past = usePast(model, now);
  const hint = useHint(model, game, now);
  const seat = actingSeat(now);
  const myTurn = seat !== null;

  useEffect(() => {
    document.title = myTurn ? `● ${t("turn.yours")} · ${game.title}` : `${game.title} · ${t("app.name")}`;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!icon) return;
    icon.href = myTurn ? "/icon-turn.svg" : "/icon.svg";
    return () => {
      icon.href = "/icon.svg";
    };
  }, [myTurn, game.title]);

  useEffect(() => {
    if (!waits) setSheet((shown) => (shown === "invite" ? null : shown));
  }, [waits]);

  const undo = () => {
    const mover = undoingSeat(now);
    if (mover === null) say(t("act.undo.nothing"));
    else void command(model, { type: "offer", what: "takeback", seat: mover });
  };

  const keys = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onBoard = target.closest(".flat") !== null;
    const actions: Record<string, () => unknown> = {
      ...(onBoard ? {} : { ArrowLeft: () => past.step(-1), ArrowRight: () => past.step(1) }),
      "?": () => setSheet("keys"),
      h: () => void hint.ask(),
      m: () => myTurn && setTyping(true),
      "[": () => past.step(-1),
      "]": () => past.step(1),
      "3": () => remember({ board: settings.value.board === "flat" ? "space" : "flat" }),
    };
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  };
  const newest = useRef(keys);
  newest.current = keys; // keys mean what is on the screen, not what was there before
  useEffect(() => {
    const listen = (event: KeyboardEvent) => newest.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const secret = game.secrets && now.you.holds.length > 1 && now.status === "live";
  const handOver = secret && seat !== null && now.you.view !== seat;
  const skin = skinOf(game.name);
  const players = now.seats.length;
  const seating = skin.sitsAround(players) ? "" : " seats-in-row";
  return (
    <main class={`table table-${skin.name} for-${players}${seating}`} id="main" data-board={now.board_revision}>
      <header class="bar">
        <Link to="/">{t("act.home")}</Link>
        <h1>{game.title}</h1>
        <button type="button" class="quiet" onClick={() => setSheet("settings")}>
          {t("act.settings")}
        </button>
      </header>
      {handOver ? (
        <HandOver {...props} seat={seat} />
      ) : (
        <BoardArea {...props} past={past} hint={hint.path} typing={typing} onTyped={() => setTyping(false)} />
      )}
      <Seats {...props} />
      <News {...props} past={past} hint={hint.text} onInvite={() => setSheet("invite")} />
      <Actions {...props} onSheet={setSheet} onUndo={undo} onHint={now.you.hints ? () => void hint.ask() : null} hinting={hint.busy} />
      <aside class="side">
        <Moves {...props} past={past} />
        <Chat {...props} />
      </aside>
      {sheet === "moves" && <Moves {...props} past={past} onClose={() => setSheet(null)} />}
      {sheet === "chat" && <Chat {...props} onClose={() => setSheet(null)} />}
      {sheet === "invite" && <Invite {...props} onClose={() => setSheet(null)} />}
      {sheet === "settings" && <Settings onClose={() => setSheet(null)} />}
      {sheet === "keys" && <Keys onClose={() => setSheet(null)} />}
    </main>
  );
}
