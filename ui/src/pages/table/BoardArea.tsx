/** The board with its tools, always as large as its place, whatever goes on around it. */
import { useRef } from "preact/hooks";
import { FlatBoard } from "../../board/FlatBoard";
import { Tools } from "../../board/Tools";
import { t } from "../../i18n";
import type { TableView } from "../../net/types";
import { hasEnded, hasWon } from "./endings";
import type { Choosing } from "./useChoice";
import type { Past } from "./past";
import { quarterTurns, seatName, sign } from "./people";
import type { TableProps } from "./Play";
import { SpaceBoard } from "./SpaceBoard";

interface Props extends TableProps {
  readonly past: Past;
  readonly choosing: Choosing;
  readonly inSpace: boolean;
  readonly onBroken: () => void;
}

export function BoardArea({ model, now, game, past, choosing, inSpace, onBroken }: Props) {
  const { state, events } = choosing;
  const playing = now.status === "live" && !past.scene;
  const seat = now.turn?.kind === "move" ? now.turn.seat : null;
  const whose = seat !== null && now.you.holds.includes(seat) ? seat : (now.you.holds[0] ?? seat);
  const owner = whose === null ? null : sign(game, now, whose);
  const turns = quarterTurns(game, now);
  const joy = useJoy(now);
  const motion = past.scene ? null : model.motion.value;
  return (
    <>
      <div class={inSpace ? "board-area in-space" : "board-area"}>
        {inSpace && <SpaceBoard state={state} events={events} turns={turns} motion={motion} joy={joy} onBroken={onBroken} />}
        <div class={inSpace ? "beside" : "flat-place"}>
          <FlatBoard
            state={state}
            events={events}
            label={t("board.label", { game: game.title })}
            tools={playing && !inSpace}
            turns={turns}
            sideNames={nameAt}
            motion={inSpace ? null : motion}
          />
        </div>
      </div>
      {state.skin.hasTools(now.seats.length) && (
        <div class="tool-place">
          {playing && <Tools state={state} events={events} owner={owner} allTools={inSpace} />}
        </div>
      )}
    </>
  );

  function nameAt(called: string): string | null {
    const found = now.seats.find((one) => sign(game, now, one.seat) === called);
    return found ? seatName(game, now, found.seat) : null;
  }
}

/** Has the game just been won here? Whoever comes later finds it won already. */
function useJoy(now: TableView): boolean {
  const first = useRef(hasEnded(now));
  return hasWon(now) && !first.current;
}

/** A move that waits to be confirmed. */
export function Confirm({ choosing, words }: { choosing: Choosing; words: string }) {
  const { waiting, play, cancel } = choosing;
  if (!waiting) return null;
  return (
    <div class="confirm">
      <span>{t("board.confirm", { move: words })}</span>
      <button type="button" class="main" onClick={() => play(waiting)}>
        {t("act.play")}
      </button>
      <button type="button" class="quiet" onClick={cancel}>
        {t("act.cancel")}
      </button>
    </div>
  );
}
