/** The table itself: the players, the board, the panel, and what comes over them. */
import { useContext, useEffect, useState } from "preact/hooks";
import { changeBoard, useInSpace } from "../../board/boardKind";
import { Sights } from "../../board/Cards";
import { pathText } from "../../board/targets";
import { skinOf } from "../../games";
import { CallingContext } from "../../games/calling";
import { t } from "../../i18n";
import { errorText } from "../../i18n/said";
import { siteAddress } from "../../net/site";
import type { Catalogue, GameEntry, Scene, TableView } from "../../net/types";
import { CommandBox, focusCommandBox } from "../../parts/CommandBox";
import { Confirm } from "../../parts/Confirm";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";
import { Settings } from "../../parts/Settings";
import { say } from "../../parts/Toast";
import { useTurnNotice } from "../../pwa/notify";
import type { TableModel, Wanted } from "../../state/table";
import { latest } from "../newTable";
import { BoardArea } from "./BoardArea";
import { Chat } from "./Chat";
import { Coach } from "./Coach";
import { hasEnded, hasWon } from "./endings";
import { HandOver } from "./HandOver";
import { Invite } from "./Invite";
import { Keys } from "./Keys";
import { Menu } from "./Menu";
import { Moves, Stepper } from "./Moves";
import { Panel } from "./Panel";
import { type Past, usePast } from "./past";
import { actingSeat, callingAt, undoingSeat } from "./people";
import { Resign } from "./Resign";
import { AllCards, Mine, Others } from "./Seats";
import { ShortRules } from "./ShortRules";
import { useChoice } from "./useChoice";
import { type Hint, useHint } from "./useHint";
import { useKeys } from "./useKeys";
import { useDrag } from "../../board/drag";
import { useSounds } from "./useSounds";

export interface TableProps {
  readonly model: TableModel;
  readonly now: TableView;
  readonly game: GameEntry;
  readonly games: Catalogue;
}

export type Sheet = "moves" | "chat" | "rules" | "cards" | "invite" | "settings" | "keys" | "menu" | "resign" | null;

/** Send a command; say why if it is refused. */
export async function command(model: TableModel, wanted: Wanted): Promise<boolean> {
  const answer = await model.command(wanted);
  if (!answer.done) say(errorText(answer.error));
  return answer.done;
}

export function Play(props: TableProps) {
  const { model, now, game } = props;
  const waits = now.status === "open";
  // whoever has just opened a table for friends wants its link
  const [sheet, setSheet] = useState<Sheet>(waits && latest.table === now.table ? "invite" : null);
  const past = usePast(model, now);
  const hint = useHint(model, game, now);
  const seat = actingSeat(now);
  const myTurn = seat !== null && !model.behind.value;
  useTitle(game, myTurn);
  useTurnNotice(myTurn, game.title);
  useSounds(model, now, game);

  useEffect(() => {
    if (!waits) setSheet((shown) => (shown === "invite" ? null : shown));
  }, [waits]);

  const secret = game.secrets && now.you.holds.length > 1 && now.status === "live";
  const handOver = secret && seat !== null && now.you.view !== seat;
  const scene = past.scene ?? now.scene;
  // one sheet may open another: only the one that is shown closes
  const close = () => setSheet((shown) => (shown === sheet ? null : shown));
  return (
    <CallingContext.Provider value={callingAt(game, now)}>
      {handOver || !scene ? (
        <main class="table handing" id="main" data-board={now.board_revision}>
          <HandOver {...props} seat={seat ?? 0} />
        </main>
      ) : (
        <Board {...props} scene={scene} past={past} hint={hint} onSheet={setSheet} />
      )}
      {sheet === "moves" && (
        <Dialog title={t("act.moves")} onClose={close} sheet>
          <Moves {...props} past={past} onLook={close} />
          <Stepper now={now} past={past} />
        </Dialog>
      )}
      {sheet === "chat" && (
        <Dialog title={t("act.chat")} onClose={close} sheet>
          <Chat {...props} seen />
        </Dialog>
      )}
      {sheet === "rules" && (
        <Dialog title={t("act.rules")} onClose={close} sheet>
          <ShortRules game={game} />
        </Dialog>
      )}
      {sheet === "cards" && (
        <Dialog title={t("act.cards")} onClose={close} sheet>
          <AllCards {...props} />
        </Dialog>
      )}
      {sheet === "menu" && <Menu {...props} onSheet={setSheet} onClose={close} />}
      {sheet === "resign" && (
        <Resign
          onResign={() => void command(model, { type: "resign", seat: seat ?? now.you.holds[0] ?? null })}
          onClose={close}
        />
      )}
      {sheet === "invite" && <Invite {...props} onClose={close} />}
      {sheet === "settings" && <Settings game={game.name} onClose={close} />}
      {sheet === "keys" && <Keys onClose={close} />}
    </CallingContext.Provider>
  );
}

interface BoardProps extends TableProps {
  readonly scene: Scene;
  readonly past: Past;
  readonly hint: Hint;
  readonly onSheet: (sheet: Sheet) => void;
}

function Board({ scene, past, hint, onSheet, ...props }: BoardProps) {
  const { model, now, game } = props;
  const [lit, setLit] = useState<string | null>(null);
  const [views, setViews] = useState(false);
  const skin = skinOf(game.name);
  const { inSpace, onBroken } = useInSpace(game.name);
  const choosing = useChoice({ ...props, scene, past, hint: hint.path, inSpace });
  useDrag(".table", choosing.events);
  const undo = () => {
    const mover = undoingSeat(now);
    if (mover === null) say(t("act.undo.nothing"));
    else void command(model, { type: "offer", what: "takeback", seat: mover });
  };
  useKeys({
    undo,
    back: () => past.step(-1),
    on: () => past.step(1),
    hint: () => void hint.ask(),
    type: focusCommandBox,
    board: () => changeBoard(game.name),
    help: () => onSheet("keys"),
  });
  const calling = useContext(CallingContext);
  const words = (path: readonly string[]) => pathText(skin, path, calling);
  const seats = { lit, onLight: setLit };
  const classes = [
    "table",
    `table-${skin.name}`,
    `for-${now.seats.length}`,
    skin.hasTools(now.seats.length) ? "has-tools" : "",
    scene.sights.length ? "has-sights" : "",
    views ? "shows-views" : "",
    past.at !== null ? "looking" : "",
    hasEnded(now) ? (hasWon(now) ? "over won" : "over") : "",
  ];
  const ahead = choosing.premove.length ? t("board.premove", { move: words(choosing.premove) }) : "";
  const hinted = hint.text && t("hint.text", { move: words(hint.path), value: hint.text });
  return (
    <main class={classes.filter(Boolean).join(" ")} id="main" data-board={now.board_revision}>
      <div class="left">
        <header class="bar">
          <Link to="/" class="button quiet back">
            <Icon name="back" />
            <span class="sr">{t("act.home")}</span>
          </Link>
          <h1>{game.title}</h1>
          <Watchers now={now} />
          <button type="button" class="quiet narrow" aria-haspopup="dialog" onClick={() => onSheet("menu")}>
            <Icon name="menu" />
            <span class="sr">{t("act.menu")}</span>
          </button>
        </header>
        <Others {...props} {...seats} />
        <Mine {...props} {...seats} />
      </div>
      <Coach {...props} chosen={choosing.chosen} waits={choosing.waiting !== null} sent={choosing.sent} hint={hinted || ahead} refusal={choosing.refusal} />
      <BoardArea {...props} past={past} choosing={choosing} inSpace={inSpace} onBroken={onBroken} />
      <div class="right">
        <Sights scene={scene} lit={scene.cards.find(({ id }) => id === lit) ?? null} />
        {scene.sights.length > 0 && (
          <button
            type="button"
            class="strip-switch narrow"
            aria-label={t("act.views")}
            title={t("act.views")}
            aria-pressed={views}
            onClick={() => setViews(!views)}
          >
            <Icon name={views ? "cards" : "eye"} />
          </button>
        )}
        <Panel
          {...props}
          past={past}
          onSheet={onSheet}
          onUndo={undo}
          onHint={now.you.hints ? () => void hint.ask() : null}
          hinting={hint.busy}
        />
      </div>
      {past.at !== null && <PastBar now={now} past={past} />}
      <Confirm
        waiting={choosing.waiting}
        words={words(choosing.waiting?.path ?? [])}
        onPlay={choosing.play}
        onCancel={choosing.cancel}
      />
      {now.status === "live" && now.you.holds.length > 0 && (
        <div class="typing">
          <CommandBox onMove={choosing.type} leaves />
        </div>
      )}
    </main>
  );
}

function Watchers({ now }: { now: TableView }) {
  const watchers = now.spectators - Number(now.you.holds.length === 0);
  if (watchers <= 0) return null;
  return (
    <span class="watchers quiet-text" title={t("turn.watchers", { count: watchers })}>
      <Icon name="eye" />
      {watchers}
      <span class="sr">{t("turn.watchers", { count: watchers })}</span>
    </span>
  );
}

/** On phones: an earlier board is shown. */
function PastBar({ now, past }: { now: TableView; past: Past }) {
  return (
    <div class="past-bar">
      <Stepper now={now} past={past} />
    </div>
  );
}

/** The tab says whose turn it is. */
function useTitle(game: GameEntry, myTurn: boolean): void {
  useEffect(() => {
    document.title = myTurn ? `● ${t("turn.yours")} · ${game.title}` : `${game.title} · ${t("app.name")}`;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!icon) return;
    icon.href = siteAddress(myTurn ? "/icon-turn.svg" : "/icon.svg");
    return () => {
      icon.href = siteAddress("/icon.svg");
    };
  }, [myTurn, game.title]);
}
