/** A board with its tools, flat or in space; in space the flat one is there for keys and ears. */
import type { BoardEvents, BoardState, Told } from "./board";
import { FlatBoard } from "./FlatBoard";
import { SpaceView } from "./SpaceView";
import { Tools } from "./Tools";

interface Props {
  readonly state: BoardState;
  readonly events: BoardEvents;
  readonly label: string;
  readonly players: number;
  /** Is the game going on here? Then there are tools. */
  readonly playing: boolean;
  /** The seat whose tools are shown, by name; null: whoever moves. */
  readonly owner?: string | null;
  /** Quarter turns, clockwise, in which the board is shown. */
  readonly turns?: number;
  /** Who sits at a side, by the name of the seat; null: nobody. */
  readonly sideNames?: (seat: string) => string | null;
  readonly motion: Told | null;
  /** Has the viewer won, just now? */
  readonly joy?: boolean;
  readonly inSpace: boolean;
  readonly onBroken: () => void;
}

export function BoardView(props: Props) {
  const { state, events, label, players, playing, owner = null, turns = 0, sideNames, motion, joy = false } = props;
  const { inSpace, onBroken } = props;
  return (
    <>
      <div class={inSpace ? "board-area in-space" : "board-area"}>
        {inSpace && <SpaceView state={state} events={events} turns={turns} motion={motion} joy={joy} onBroken={onBroken} />}
        <div class={inSpace ? "beside" : "flat-place"}>
          <FlatBoard
            state={state}
            events={events}
            label={label}
            tools={playing && !inSpace}
            turns={turns}
            {...(sideNames ? { sideNames } : {})}
            motion={inSpace ? null : motion}
          />
        </div>
      </div>
      {state.skin.hasTools(players) && (
        <div class="tool-place">{playing && <Tools state={state} events={events} owner={owner} allTools={inSpace} />}</div>
      )}
    </>
  );
}
