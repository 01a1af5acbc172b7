/** A board outside a table on which moves can be made: by touch, by dragging, by keys, by notation. What
 * happens is told to those who listen. */
import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";
import { BoardView } from "../../board/BoardView";
import { changeBoard, useInSpace } from "../../board/boardKind";
import type { BoardState } from "../../board/board";
import { Sights } from "../../board/Cards";
import { Legend } from "../../board/Legend";
import { pathOf } from "../../board/choice";
import { useDrag } from "../../board/drag";
import { pathText } from "../../board/targets";
import { type Tint, tintsOf } from "../../board/tints";
import { useEscape, useTouches } from "../../board/useTouches";
import { skinOf } from "../../games";
import { CallingContext } from "../../games/calling";
import { t } from "../../i18n";
import { ruleText } from "../../i18n/said";
import { api } from "../../net/api";
import type { GameEntry, Outcome, Preview } from "../../net/types";
import { CommandBox, focusCommandBox } from "../../parts/CommandBox";
import { Confirm } from "../../parts/Confirm";
import { Icon } from "../../parts/Icon";
import { SeatPieces } from "../../parts/SeatPieces";
import "../../style/study.css";
import { Hand } from "../table/Hand";
import { Keys } from "../table/Keys";
import { useKeys } from "../table/useKeys";
import { Draws, isDeal } from "./Draws";
import { type LineBoard, requestOf, type Shown } from "./useLine";
import { lastText, signsOf, turnText } from "./words";

interface Props {
  readonly game: GameEntry;
  readonly line: LineBoard;
  /** May moves be made here now? */
  readonly able?: boolean;
  /** What becomes of a move: says why it is refused, or nothing. Usually it is played. Where this is told,
   * moves can be typed sooner or later. */
  readonly onMove?: (move: string) => Promise<string>;
  /** How a move would go, where it is none of a game. */
  readonly preview?: (move: string, signal: AbortSignal) => Promise<Preview["steps"]>;
  /** A move that an arrow shows. */
  readonly hint?: string | null;
  /** What moves are worth, by move. */
  readonly tints?: ReadonlyMap<string, Tint>;
  /** Quarter turns, clockwise, in which the board is shown. */
  readonly turns?: number;
  /** What becomes of acts of chance, where whoever studies decides about them: says why they can't be,
   * or nothing. */
  readonly onChance?: (...acts: string[]) => Promise<string>;
  /** What is said in place of the last move and the turn. */
  readonly said?: string;
  /** What the seats are called, if people have played here. */
  readonly names?: readonly string[];
  /** How the game that was played to here has ended, if the rules do not tell. */
  readonly ended?: Outcome | null;
  /** More to do with the keyboard: back and on through the moves, a hint, taking back. */
  readonly onStep?: (by: 1 | -1) => void;
  readonly onHint?: () => void;
  readonly onUndo?: () => void;
  /** What stands between the board and the line for moves. */
  readonly children?: ComponentChildren;
}

export function StudyBoard(props: Props) {
  const { line } = props;
  if (line.error) return <p role="alert" class="refusal">{line.error}</p>;
  if (!line.shown) {
    return (
      <div class="study-board" aria-busy="true">
        <div class="board-area skeleton">
          <span class="sr">{t("page.loading")}</span>
        </div>
      </div>
    );
  }
  return <Ready {...props} shown={line.shown} />;
}

function Ready(props: Props & { shown: Shown }) {
  const { game, line, shown, able = true, onMove = line.play, preview, hint = null, tints, turns = 0, onChance, said, names, ended = null, children } = props;
  const { onStep, onHint, onUndo } = props;
  const types = able || props.onMove !== undefined;
  const { origin } = line;
  const { position } = shown;
  const { scene, turn } = position;
  const { inSpace, onBroken } = useInSpace(game.name);
  const [lit, setLit] = useState<string | null>(null);
  const calling = useContext(CallingContext);
  const [tries, setTries] = useState(0);
  const [listing, setListing] = useState(false);
  const move = async (text: string): Promise<string> => {
    const refusal = await onMove(text);
    setTries((count) => count + 1); // the board may be the same, and can be touched again
    return refusal;
  };
  const touches = useTouches({
    board: `${shown.number} ${tries}`,
    scene,
    able: able && turn.kind === "move",
    inSpace,
    explain: (reason, where) => ruleText(game, reason, where),
    preview: preview ?? (async (text, signal) => (await api.position(requestOf(origin, [...shown.moves, text]), signal)).steps),
    onMove: async (text) => {
      const refusal = await move(text);
      if (refusal) touches.refuse(refusal);
      return !refusal;
    },
  });
  const { chosen, active, waiting, previews } = touches;
  const state: BoardState = {
    skin: skinOf(game.name),
    scene,
    chosen,
    next: touches.next,
    preview: touches.pending?.path ?? null,
    previews: previews.known,
    active,
    hint: hint === null ? [] : pathOf(scene.touches, hint),
    ...(tints && able ? { tints: tintsOf(scene.touches, chosen, tints) } : {}),
  };
  const events = {
    touch: (target: string) => {
      touches.forgive();
      if (active) touches.touch(target);
    },
    drag: (from: string, to: string) => active && touches.drag(from, to),
    aim: previews.ask,
    cancel: touches.clear,
  };
  useEscape(touches.clear);
  useDrag(".study-board", events);
  useKeys({
    help: () => setListing(true),
    board: () => changeBoard(game.name),
    ...(types ? { type: focusCommandBox } : {}),
    ...(onHint ? { hint: onHint } : {}),
    ...(onUndo ? { undo: onUndo } : {}),
    ...(onStep ? { back: () => onStep(-1), on: () => onStep(1) } : {}),
  });
  const ways = [["undo", onUndo], ["hint", onHint], ["type", types], ["steps", onStep]] as const;
  const idle = ways.flatMap(([key, works]) => (works ? [] : [key]));
  const viewer = scene.viewer ?? null;
  const signs = signsOf(game, origin.players);
  const called = names ?? signs;
  const mover = !names && turn.kind === "move" ? state.skin.seatPieces(signs[turn.seat]!) : [];
  const draws = onChance && able && <Draws skin={state.skin} line={line} shown={shown} onDraw={onChance} />;
  const dealt = isDeal(state.skin, position); // the board says nothing before: that comes first
  const next = draws && turn.kind === "draw" ? t("study.chance") : turnText(game, called, position, ended);
  const happened = said ?? [lastText(game, called, calling, shown), next].filter(Boolean).join(" ");
  return (
    <div class={`study-board table-${state.skin.name} for-${origin.players}`} data-moves={shown.moves.length}>
      <div class="study-head">
        <p class="study-says" role="status" aria-live="polite">
          {touches.refusal || happened}
        </p>
        {mover.length > 0 && !touches.refusal && (
          <span aria-hidden="true">
            <SeatPieces faces={mover} name="" />
          </span>
        )}
      </div>
      {dealt && draws}
      {scene.sights.length > 0 && (
        <div class="study-views">
          {viewer !== null && <Hand scene={scene} called={signs[viewer]!} own name={called[viewer]!} lit={lit} onLight={setLit} />}
          <Sights scene={scene} lit={scene.cards.find(({ id }) => id === lit) ?? null} />
        </div>
      )}
      <BoardView
        state={state}
        events={events}
        label={t("board.label", { game: game.title })}
        players={origin.players}
        playing={able && turn.kind === "move"}
        owner={turn.kind === "move" ? signs[turn.seat]! : null}
        turns={turns}
        motion={shown.motion}
        inSpace={inSpace}
        onBroken={onBroken}
      />
      {state.tints && <Legend tints={state.tints} />}
      <button type="button" class="quiet board-switch" onClick={() => changeBoard(game.name)}>
        <Icon name={inSpace ? "flat" : "space"} />
        {t(inSpace ? "act.flat.short" : "act.space.short")}
      </button>
      <Confirm waiting={waiting} words={pathText(state.skin, waiting?.path ?? [], calling)} onPlay={touches.play} onCancel={touches.clear} />
      {!dealt && draws}
      {children}
      {types && <CommandBox onMove={move} able={able} />}
      {listing && <Keys onClose={() => setListing(false)} without={idle} />}
    </div>
  );
}
