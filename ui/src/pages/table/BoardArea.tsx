/** The board with its tools, always as large as its place, whatever goes on around it. */
import { useRef } from "preact/hooks";
import { BoardView } from "../../board/BoardView";
import { t } from "../../i18n";
import type { TableView } from "../../net/types";
import { hasEnded, hasWon } from "./endings";
import type { Choosing } from "./useChoice";
import type { Past } from "./past";
import { quarterTurns, seatName, sign } from "./people";
import type { TableProps } from "./Play";

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
    <BoardView
      state={state}
      events={events}
      label={t("board.label", { game: game.title })}
      players={now.seats.length}
      playing={playing}
      owner={owner}
      turns={turns}
      sideNames={nameAt}
      motion={motion}
      joy={joy}
      inSpace={inSpace}
      onBroken={onBroken}
    />
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
