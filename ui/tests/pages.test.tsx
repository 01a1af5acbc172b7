import { render } from "preact";
import { describe, expect, it } from "vitest";
import { Markdown } from "../src/pages/Markdown";
import { SeatsForm, type Seating } from "../src/pages/SeatsForm";
import { clockText } from "../src/pages/table/Clock";
import { coached } from "../src/pages/table/coach";
import { endText, reasonText } from "../src/pages/table/endings";
import { moveRows } from "../src/pages/table/moveRows";
import { namesOf, undoingSeat } from "../src/pages/table/people";
import type { GameEntry, TableView } from "../src/net/types";
import { routeOf } from "../src/state/route";
import { item, scene } from "./scenes";

describe("routes", () => {
  it("are found by path", () => {
    expect(routeOf("/", "")).toEqual({ page: "home" });
    expect(routeOf("/rules/cage", "")).toEqual({ page: "rules", game: "cage" });
    expect(routeOf("/new/cubeo", "")).toEqual({ page: "new", game: "cubeo" });
    expect(routeOf("/t/abc", "")).toEqual({ page: "table", id: "abc", key: null });
    for (const path of ["/x", "/t", "/rules/"]) expect(routeOf(path, "").page).toBe("nowhere");
  });
  it("take the key of a private link", () => {
    expect(routeOf("/t/abc", "#seat=1.x-Y_9")).toEqual({
      page: "table",
      id: "abc",
      key: { seat: 1, token: "x-Y_9" },
    });
    expect(routeOf("/t/abc", "#seat=1.<b>")).toMatchObject({ key: null });
  });
});

it.each([
  [0, "0:00"],
  [-5, "0:00"],
  [1, "0.0"],
  [9_949, "9.9"],
  [9_999, "9.9"],
  [10_000, "0:10"],
  [10_001, "0:11"],
  [59_999, "1:00"],
  [600_000, "10:00"],
  [3_600_000, "1:00:00"],
  [86_400_000, "24:00:00"],
  [3 * 86_400_000, "3d 0h"],
])("writes %d ms as %s", (left, text) => {
  expect(clockText(left)).toBe(text);
});

function html(text: string): string {
  const host = document.createElement("div");
  render(<Markdown text={text} />, host);
  return host.innerHTML;
}

describe("Markdown", () => {
  it("knows paragraphs, bold, code", () => {
    expect(html("One **bold**\nline `a1`.\n\nTwo")).toBe(
      "<p>One <b>bold</b> line <code>a1</code>.</p><p>Two</p>",
    );
  });
  it("knows lists, with items over several lines", () => {
    expect(html("- one\n  more\n- two")).toBe("<ul><li>one more</li><li>two</li></ul>");
    expect(html("1. one\n2. two")).toBe("<ol><li>one</li><li>two</li></ol>");
  });
  it("never takes text for HTML", () => {
    expect(html("<img src=x onerror=alert(1)>")).toBe("<p>&lt;img src=x onerror=alert(1)&gt;</p>");
  });
});

const GAME = {
  name: "quixo",
  sentences: { line: "made a line", opponents_line: "the other side made their line for them" },
  tables: [{ players: 2, seats: [{ seat: 0, name: "X", team: 0 }, { seat: 1, name: "O", team: 1 }] }],
} as unknown as GameEntry;

const FOUR_GAME = {
  ...GAME,
  tables: [{ players: 4, seats: [..."NESW"].map((name, seat) => ({ seat, name, team: seat % 2 })) }],
} as unknown as GameEntry;
/** Ada (N), Mia (E), Ole (S), Vera (W). */
const FOUR = {
  seats: ["Ada", "Level 2", "Level 3", "Level 6"].map((name, seat) => ({ seat, name, engine: seat ? `level${[0, 2, 3, 6][seat]}` : "" })),
};

const LINE = scene({
  places: ["a3", "b3", "c3"].map((id, x) => ({ id, x, y: 2, z: 0 })),
  items: ["a3", "b3", "c3"].map((place) => item(place, "X", "")),
  marks: [{ kind: "win", places: ["a3", "b3", "c3"] }],
});

const table = (change: object): TableView =>
  ({
    status: "live",
    seats: [{ seat: 0, name: "Ada", engine: "" }, { seat: 1, name: "Level 2", engine: "level2" }],
    you: { holds: [0], view: 0, hints: true },
    turn: { kind: "move", seat: 0 },
    offers: [],
    undoable: [0],
    actions: [],
    movers: [],
    scene: scene(),
    outcome: null,
    ...change,
  }) as unknown as TableView;

describe("the coach", () => {
  const say = (change: object, more: Partial<Parameters<typeof coached>[0]> = {}) =>
    coached({ game: GAME, now: table(change), ends: {}, boards: new Map(), event: null, chosen: [], waits: false, sent: null, slow: false, ...more });
  it("says the aim until one has moved, and what to do", () => {
    expect(say({})).toEqual({
      happened: "",
      aim: "Get five of your cubes in a line.",
      next: "Your turn: take a blank cube, or one of yours, from the edge.",
    });
    expect(say({}, { chosen: ["a1"] }).next).toBe("Your turn: choose the end where you push it in.");
  });
  it("says what has just happened, and who did it", () => {
    const moved = { actions: ["a1e1", "e5a5"], movers: [0, 1] };
    expect(say(moved).happened).toBe("Mia took e5 and pushed it in at a5.");
    expect(say({ actions: ["a1e1"], movers: [0], turn: { kind: "move", seat: 1 } })).toEqual({
      happened: "You took a1 and pushed it in at e1.",
      aim: "",
      next: "Mia is thinking …",
    });
  });
  it("tells the move that is on its way, and asks for no other", () => {
    const sent = { move: "a1e1", path: ["a1", "e1"] };
    const told = say({}, { chosen: sent.path, sent });
    expect(told).toEqual({ happened: "You took a1 and pushed it in at e1.", aim: "", next: "" });
  });
  it("says to whom a dot points", () => {
    const moved = (action: string) => say({ ...FOUR, actions: [action], movers: [1] }, { game: FOUR_GAME }).happened;
    expect(moved("a1e1E")).toBe("Mia took a1 and pushed it in at e1, the dot to Mia.");
    expect(moved("a1e1W")).toBe("Mia took a1 and pushed it in at e1, the dot to Vera.");
    const own = say({ ...FOUR, actions: ["a1e1N"], movers: [0] }, { game: FOUR_GAME }).happened;
    expect(own).toBe("You took a1 and pushed it in at e1, the dot to you.");
  });
  it("says what was put on the board for nobody", () => {
    const after = scene({ stocks: { neutral: { Y: 0 } }, items: [{ ...item("a22", "Y", "yellow"), kind: "ball" }] });
    const told = say({ actions: ["a22"], movers: [1] }, { game: { ...GAME, name: "cubulus" }, boards: new Map([[1, after]]) });
    expect(told.happened).toBe("Mia placed the nine neutral balls (yellow).");
  });
  it("tells what was answered", () => {
    const answered = { revision: 4, kind: "answered", seat: 1, action: null, steps: null, at: 0, data: { offer: "draw", agreed: false } };
    expect(say({ actions: ["a1e1"], movers: [0] }, { event: answered as never }).happened).toBe("Mia declined the draw.");
  });
  it("tells spectators that they watch", () => {
    expect(say({ you: { holds: [] } }).next).toBe("Ada to move. You are watching.");
  });
  it("gives those who put balls for everybody their number", () => {
    const now = table({ scene: scene({ stocks: { neutral: { Y: 3 } } }) });
    const told = coached({ game: { ...GAME, name: "cubulus" }, now, ends: {}, boards: new Map(), event: null, chosen: [], waits: false, sent: null, slow: false });
    expect(told.next).toBe("Your turn: put a neutral ball anywhere: 3 to go.");
  });
});

describe("people", () => {
  it("have names that differ", () => {
    const seats = [
      { seat: 0, name: "Guest", engine: "" },
      { seat: 1, name: "Guest", engine: "" },
      { seat: 2, name: "Level 2", engine: "level2" },
      { seat: 3, name: "Level 2", engine: "level2" },
    ] as never;
    expect([...namesOf(seats).entries()].sort()).toEqual([[0, "Guest"], [1, "Guest 2"], [2, "Mia"], [3, "Ole"]]);
  });
  it("undo what they can", () => {
    expect(undoingSeat(table({}))).toBe(0);
    expect(undoingSeat(table({ undoable: [] }))).toBeNull();
    expect(undoingSeat(table({ undoable: [1] }))).toBeNull();
    expect(undoingSeat(table({ offers: [{ what: "takeback", by: [0] }] }))).toBeNull();
    expect(undoingSeat(table({ status: "over" }))).toBeNull();
    const both = { you: { holds: [0, 1] }, undoable: [0, 1] };
    expect(undoingSeat(table(both))).toBe(1);
    expect(undoingSeat(table({ ...both, turn: { kind: "move", seat: 1 } }))).toBe(0);
  });
  it("are told who won", () => {
    const over = (winners: number[], holds = [0]) =>
      endText(GAME, table({ status: "over", outcome: { winners }, you: { holds } }));
    expect(over([0])).toBe("You won");
    expect(over([1])).toBe("You lost");
    expect(over([1], [])).toBe("Mia won");
    expect(over([1], [0, 1])).toBe("Mia won");
    expect(over([])).toBe("A draw");
    expect(endText(GAME, table({ status: "aborted" }))).toBe("The game was called off");
  });
  it("are told how, from their own side", () => {
    const why = (reason: string, winners: number[], change: object = {}) =>
      reasonText(GAME, {}, table({ status: "over", outcome: { winners, reason }, scene: LINE, ...change }));
    const left = { seats: [{ seat: 0, name: "Ada", left: true, engine: "" }, { seat: 1, name: "Bea", left: false, engine: "" }] };
    expect(why("line", [0])).toBe("You have three crosses in row 3.");
    expect(why("line", [1])).toBe("Mia: three crosses in row 3.");
    expect(why("line", [0, 1], FOUR)).toBe("You and Mia: three crosses in row 3.");
    expect(why("opponents_line", [0, 2], { ...FOUR, movers: [1] })).toBe("Mia handed you the win: three crosses in row 3.");
    expect(why("opponents_line", [0], { movers: [0, 1] })).toBe("Mia handed you the win: three crosses in row 3.");
    expect(why("opponents_line", [1], { movers: [1, 0] })).toBe("You handed Mia the win: three crosses in row 3.");
    expect(why("opponents_line", [1], { movers: [0], you: { holds: [] } })).toMatch(/^\S+ handed Mia the win: three/);
    const cards = { outcome: { winners: [0], reason: "most_cards", scores: [6, 4] } };
    expect(why("", [], cards)).toBe("You have 6 cards, and nobody has more.");
    expect(why("most_cards", [1])).toBe("Nobody has more cards than Mia.");
    expect(why("agreement", [])).toBe("All players agreed.");
    expect(why("resignation", [1], left)).toBe("You resigned.");
    expect(why("time_out", [1], { ...left, you: { holds: [1] } })).toBe("Ada ran out of time.");
  });
});

describe("the list of moves", () => {
  it("has a row for each round; what chance does belongs to the move before it", () => {
    const acts = (movers: (number | null)[]) =>
      moveRows(movers).rows.map((row) => row.map(({ seat, acts }) => [seat, ...acts].join(" ")));
    expect(acts([0, 1, 0, 1])).toEqual([["0 0", "1 1"], ["0 2", "1 3"]]);
    expect(acts([null, null, 0, null, 0, 1, null])).toEqual([["0 2 3 4", "1 5 6"]]);
    expect(acts([1, 1, 1, 0, 1])).toEqual([["1 0 1 2"], ["0 3", "1 4"]]);
  });
});

it("offers the programs that the host has added for every seat", () => {
  const host = document.createElement("div");
  const game = { name: "quixo", title: "Quixo" } as GameEntry;
  const seats = [0, 1].map((seat) => ({ seat, name: "XO"[seat]!, team: seat }));
  const hosted = [{ name: "fox", title: "Fox", is_hosted: true }];
  const seating: Seating = { seats: ["me", "fox"], order: "chosen" };
  render(<SeatsForm game={game} seats={seats} hosted={hosted} seating={seating} onSeating={() => undefined} />, host);
  const [first, second] = host.querySelectorAll("select");
  expect([...first!.options].at(-1)!.textContent).toBe("Fox");
  expect(second!.selectedOptions[0]!.textContent).toBe("Fox");
});
