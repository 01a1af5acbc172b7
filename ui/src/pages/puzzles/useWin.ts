/** A win that is looked for: what was found so far, what the server says to it, and what it is worth. */
import { useRef, useState } from "preact/hooks";
import { focusBoard } from "../../board/focus";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import type { WinAnswer, WinStart } from "../../net/types";
import { note, type Outcome } from "../../state/solving";
import { type Line, useLine } from "../study/useLine";

export type Phase = "asking" | "judging" | "wrong" | "solved" | "shown";

export interface Looking {
  readonly line: Line;
  readonly phase: Phase;
  /** Empty: there is nothing to say but the task. */
  readonly said: string;
  readonly hint: string | null;
  /** By how much the rating has changed; 0: not at all. */
  readonly change: number;
  answer(move: string): Promise<string>;
  again(): void;
  restart(): void;
  help(): Promise<void>;
  show(): Promise<void>;
}

const PAUSE = 700;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function useWin({ game, name, position, moves: asked, rating }: WinStart, isDaily: boolean): Looking {
  const [origin] = useState({ game, players: 2, options: {}, start: position.text });
  const line = useLine(origin);
  const [phase, setPhase] = useState<Phase>("asking");
  const [said, setSaid] = useState("");
  const [hint, setHint] = useState<string | null>(null);
  const [change, setChange] = useState(0);
  /** The moves that were right so far, with their replies. */
  const right = useRef<readonly string[]>([]);
  const clean = useRef(true);
  /** Another one for everything that is asked for: what was asked for before is left alone then. */
  const run = useRef(0);
  const count = (outcome: Outcome) => {
    const gained = note({ game, name, rating, daily: isDaily }, outcome);
    if (gained) setChange(gained);
  };
  const spoil = (outcome: Outcome) => {
    if (clean.current) count(outcome);
    clean.current = false;
  };
  const judged = async (found: WinAnswer, move: string, now: readonly string[], mine: number) => {
    if (found.verdict === "solved") {
      count(clean.current ? "first" : "later");
      setSaid(t(clean.current ? "wins.said.solved" : "wins.said.later", { moves: (now.length + 1) / 2 }));
      setPhase("solved");
    } else if (found.verdict === "right") {
      right.current = [...now, found.reply!];
      setSaid(t("wins.said.right", { move, reply: found.reply!, left: asked - (now.length + 1) / 2 }));
      await pause(PAUSE);
      if (mine !== run.current) return;
      await line.show(right.current);
      setPhase("asking");
    } else {
      spoil("failed");
      setSaid(wrongText(found, move));
      setPhase("wrong");
      if (!found.reply) return;
      await pause(PAUSE);
      if (mine === run.current) await line.show([...now, found.reply]);
    }
  };
  const answer = async (move: string): Promise<string> => {
    const now = [...right.current, move];
    const mine = ++run.current;
    setPhase("judging");
    setSaid(t("wins.checking"));
    // the move is on the board while the server thinks about it
    const shown = line.show(now);
    try {
      const found = await api.answerWin(game, name, now);
      await shown;
      if (mine !== run.current) return "";
      setHint(null);
      await judged(found, move, now, mine);
      return "";
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      await shown;
      if (mine !== run.current) return "";
      await line.show(right.current);
      setSaid("");
      setPhase("asking");
      return refused.message;
    }
  };
  const again = () => {
    run.current++;
    setHint(null);
    setSaid("");
    setPhase("asking");
    focusBoard();
    void line.show(right.current);
  };
  /** The line that wins; null: it is not wanted any more, or can't be had, which is said. */
  const solve = async (mine: number): Promise<readonly string[] | null> => {
    try {
      const { line: solution } = await api.winSolution(game, name);
      return mine === run.current ? solution : null;
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      if (mine === run.current) setSaid(refused.message);
      return null;
    }
  };
  const help = async () => {
    const solution = await solve(++run.current);
    if (!solution) return;
    spoil("hinted");
    const move = right.current.every((one, at) => solution[at] === one) ? solution[right.current.length] : undefined;
    if (move === undefined) setSaid(t("wins.said.nohint"));
    else {
      setHint(move);
      setSaid(t("wins.said.hint", { move }));
    }
  };
  const show = async () => {
    const mine = ++run.current;
    const solution = await solve(mine);
    if (!solution) return;
    spoil("failed");
    focusBoard();
    setHint(null);
    setPhase("shown");
    setSaid(t("wins.said.solution", { line: solution.join(" ") }));
    for (let at = 0; at <= solution.length; at++) {
      if (at) await pause(PAUSE);
      if (mine !== run.current) return;
      await line.show(solution.slice(0, at));
    }
  };
  const restart = () => {
    right.current = [];
    again();
  };
  return { line, phase, said, hint, change, answer, again, restart, help, show };
}

/** Why a move is not the win. */
function wrongText({ reply, loses_in: plies }: WinAnswer, move: string): string {
  if (reply === null) return t("wins.said.late", { move });
  return plies === null ? t("wins.said.defence", { move, reply }) : t("wins.said.loses", { move, reply, plies });
}
