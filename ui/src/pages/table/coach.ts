/** The coach: what has just happened, and what can be done next, in words. */
import { skinOf } from "../../games";
import type { Sentence } from "../../games/skin";
import { type DidKey, type Key, maybe, t } from "../../i18n";
import type { EventView, GameEntry, Scene, TableView, Touch } from "../../net/types";
import { endText, hasEnded, reasonText } from "./endings";
import { actingSeat, callingAt, isYou, seatName, sign } from "./people";

export interface Coached {
  /** What has happened; empty: nothing yet. */
  readonly happened: string;
  /** What the game is about, until one has moved. */
  readonly aim: string;
  /** What comes next. */
  readonly next: string;
}

/** Letters that two lines have room for: what happened and what comes next are worth more than the aim. */
const ROOM = 140;

type Boards = ReadonlyMap<number, Scene>;

/** A sentence about a seat, told to whoever reads it. */
function told(game: GameEntry, now: TableView, seat: number, { key, values }: Sentence): string {
  if (isYou(now, seat)) return t(`${key}.you` as Key, values);
  return t(key, { ...values, name: seatName(game, now, seat) });
}

/** The last action that can be told. What chance did belongs to whoever moved before. */
export function lastMoveText(game: GameEntry, now: TableView, boards: Boards): string {
  const skin = skinOf(game.name);
  for (let at = now.actions.length - 1; at >= 0; at--) {
    const seat = now.movers.slice(0, at + 1).findLast((mover) => mover !== null);
    const act = { action: now.actions[at]!, before: boards.get(at) ?? null, after: boards.get(at + 1) ?? null };
    const sentence = skin.moveText(act, callingAt(game, now));
    if (seat === undefined || seat === null) return "";
    if (sentence) return told(game, now, seat, sentence);
  }
  return "";
}

const shownCards = (scene: Scene, seat: string): number => {
  const holder = scene.holders.find(({ kind, seat: whose }) => kind === "shown" && whose === seat);
  return scene.items.filter(({ kind, place }) => kind === "card" && place === holder?.id).length;
};

/** The cards that were fulfilled with the last turn. */
export function cardsText(game: GameEntry, now: TableView, boards: Boards): string {
  const after = now.scene;
  if (!after?.goal) return "";
  let first = now.actions.length; // back to the last move: cards come after it
  while (first > 0 && now.movers[first - 1] === null) first--;
  const before = boards.get(Math.max(0, first - 1));
  if (!before) return "";
  return now.seats
    .flatMap(({ seat }) => {
      const count = shownCards(after, sign(game, now, seat));
      if (count <= shownCards(before, sign(game, now, seat))) return [];
      return told(game, now, seat, { key: "did.card", values: { count, goal: after.goal } });
    })
    .join(" ");
}

/** What somebody did that is no move. */
function eventText(game: GameEntry, now: TableView, { kind, seat, data }: EventView): string {
  if (seat === null) return "";
  const offer = String(data["offer"] ?? data["what"] ?? "");
  const declined = kind === "answered" && data["agreed"] === false;
  const what = kind === "offered" ? `offered-${offer}` : declined ? `declined-${offer}` : kind;
  return maybe(`did.${what}`) ? told(game, now, seat, { key: `did.${what}` as DidKey, values: {} }) : "";
}

interface Situation {
  readonly game: GameEntry;
  readonly now: TableView;
  readonly ends: Readonly<Record<string, string>>;
  readonly boards: Boards;
  readonly event: EventView | null;
  readonly chosen: readonly string[];
  /** Does a whole move wait to be confirmed? */
  readonly waits: boolean;
  /** The move that is on its way to the server. */
  readonly sent: Touch | null;
  /** Does an engine take unusually long? */
  readonly slow: boolean;
}

export function coached({ game, now, ends, boards, event, chosen, waits, sent, slow }: Situation): Coached {
  if (hasEnded(now)) {
    return { happened: endText(game, now) + (now.status === "over" ? "." : ""), aim: "", next: reasonText(game, ends, now) };
  }
  const mover = actingSeat(now);
  if (sent && mover !== null) {
    const sentence = skinOf(game.name).moveText({ action: sent.move, before: now.scene, after: null }, callingAt(game, now));
    return { happened: sentence ? told(game, now, mover, sentence) : "", aim: "", next: "" };
  }
  const said = event ? eventText(game, now, event) : "";
  const cards = cardsText(game, now, boards);
  const begun = now.you.holds.some((seat) => now.movers.includes(seat));
  const happened = said || cards || lastMoveText(game, now, boards);
  const aim = now.you.holds.length && !begun && !chosen.length ? (maybe(`goal.${game.name}`) ?? "") : "";
  const next = nextText(game, now, chosen, waits, slow);
  return { happened, aim: happened.length + aim.length + next.length > ROOM ? "" : aim, next };
}

function nextText(game: GameEntry, now: TableView, chosen: readonly string[], waits: boolean, slow: boolean): string {
  if (now.status === "open") return t("home.waiting");
  if (now.turn?.kind === "draw") return t("turn.chance");
  if (now.turn?.kind !== "move") return "";
  const { seat } = now.turn;
  const name = seatName(game, now, seat);
  if (actingSeat(now) === seat && now.scene) {
    const what = waits ? t("do.confirm") : skinOf(game.name).instruction(now.scene, chosen);
    return now.you.holds.length === 1 ? t("turn.say", { what }) : t("turn.say.name", { name, what });
  }
  const left = now.you.holds.length > 0 && now.you.holds.every((one) => now.seats[one]?.left);
  const turn = now.seats[seat]?.engine ? t(slow ? "turn.ready" : "turn.thinking", { name }) : t("turn.wait", { name });
  if (left) return `${turn} ${t("turn.left")}`;
  return now.you.holds.length ? turn : `${turn} ${t("turn.watching")}`;
}
