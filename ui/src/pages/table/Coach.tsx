/** The coach line: at a fixed place by the board, it says what happened and what to do. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { connection } from "../../net/socket";
import type { TableView, Touch } from "../../net/types";
import { settings } from "../../state/settings";
import { coached } from "./coach";
import { hasEnded, hasWon } from "./endings";
import { actingSeat } from "./people";
import type { TableProps } from "./Play";

interface Props extends TableProps {
  readonly chosen: readonly string[];
  /** Does a move wait to be confirmed? */
  readonly waits: boolean;
  /** The move that is on its way to the server. */
  readonly sent: Touch | null;
  /** What a hint says; empty: there is none. */
  readonly hint: string;
  /** A refusal takes the coach's place for a while; empty: there is none. */
  readonly refusal: string;
}

export function Coach({ model, now, game, games, chosen, waits, sent, hint, refusal }: Props) {
  const slow = useSlow(now);
  const isOff = connection.value === "off";
  const line = coached({
    game,
    now,
    ends: games.ends,
    boards: model.boards.value,
    event: model.event.value,
    chosen,
    waits,
    sent,
    slow,
  });
  const full = settings.value.coach || hasEnded(now);
  const acting = actingSeat(now) !== null && !model.behind.value;
  const mood = hasEnded(now) ? (hasWon(now) ? " won" : " ended") : acting ? " yours" : "";
  return (
    <p class={`coach${mood}`} role="status" aria-live="polite" data-turn={acting}>
      {isOff ? t(model.waiting.value ? "net.pending" : "net.off") : refusal || hint || <Sentences {...line} full={full} />}
    </p>
  );
}

function Sentences({ happened, aim, next, full }: ReturnType<typeof coached> & { full: boolean }) {
  if (!full) return <b>{next}</b>;
  return (
    <>
      {happened && <span class="happened">{happened} </span>}
      {aim && <span class="aim">{aim} </span>}
      <b class="next">{next}</b>
    </>
  );
}

const LONG = 6000;

/** An engine that takes long is being compiled, on a machine that has never played this game. */
function useSlow(now: TableView): boolean {
  const [long, setLong] = useState(-1);
  const engine = now.turn?.kind === "move" ? now.seats[now.turn.seat]?.engine : "";
  const waits = now.status === "live" && Boolean(engine);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLong(now.board_revision), LONG);
    return () => clearTimeout(timer);
  }, [waits, now.board_revision]);
  return waits && long === now.board_revision;
}
