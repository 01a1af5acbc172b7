import { render } from "preact";
import { describe, expect, it } from "vitest";
import { Markdown } from "../src/pages/Markdown";
import { endText, turnText, undoingSeat } from "../src/pages/table/people";
import { clockText } from "../src/pages/table/Seats";
import type { GameEntry, TableView } from "../src/net/types";
import { routeOf } from "../src/state/route";
import { scene } from "./scenes";

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
  tables: [{ players: 2, seats: [{ seat: 0, name: "X", team: 0 }, { seat: 1, name: "O", team: 1 }] }],
} as unknown as GameEntry;

const table = (change: object): TableView =>
  ({
    status: "live",
    seats: [{ seat: 0, name: "Ada", engine: "" }, { seat: 1, name: "Level 1", engine: "level1" }],
    you: { holds: [0], view: 0, hints: true },
    turn: { kind: "move", seat: 0 },
    offers: [],
    undoable: [0],
    scene: scene(),
    outcome: null,
    ...change,
  }) as unknown as TableView;

describe("people", () => {
  it("are told whose turn it is", () => {
    expect(turnText(GAME, table({}))).toBe("Your turn");
    expect(turnText(GAME, table({ turn: { kind: "move", seat: 1 } }))).toBe("Level 1 is thinking");
    expect(turnText(GAME, table({ you: { holds: [] } }))).toBe("Ada to move");
    expect(turnText({ ...GAME, name: "cubulus" }, table({ scene: scene({ stocks: { neutral: { Y: 3 } } }) }))).toBe(
      "Place the neutral balls: 3 to go",
    );
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
    expect(over([1])).toBe("Level 1 won");
    expect(over([1], [0, 1])).toBe("Level 1 won");
    expect(over([])).toBe("A draw");
    expect(endText(GAME, table({ status: "aborted" }))).toBe("The game was called off");
  });
});
