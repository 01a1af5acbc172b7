/** The page Analyse: walking through a game, engines, values, chance. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../src/net/api";
import type { AnalysisLine, AnalysisRequest, KnownValues, Position, Thought } from "../src/net/types";
import { type EngineState, isShallower, useEngine } from "../src/pages/analyse/useEngine";
import { groupsOf, knownText, tintsFor, worthText } from "../src/pages/analyse/values";
import { picked, randomDraws } from "../src/pages/study/chance";
import { useWalk, type Walk } from "../src/pages/study/useWalk";

let host: HTMLElement;

beforeEach(() => {
  host = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  render(null, host);
  host.remove();
  vi.restoreAllMocks();
});

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));

/** What a hook says, whenever it is asked. */
async function living<T>(hook: () => T): Promise<() => T> {
  const box: { now?: T } = {};
  function Host() {
    box.now = hook();
    return null;
  }
  await act(() => render(<Host />, host));
  await settled();
  return () => box.now!;
}

const estimate = (best: string, depth: number, nodes = depth, share = 0.5): Thought =>
  ({ best, value: { kind: "estimate", shares: [share, 1 - share] }, line: [best], nodes, depth }) as Thought;
const proven = (best: string, plies: number | null, winners = [0]): Thought =>
  ({ best, value: { kind: "proven", outcome: { winners, reason: "proved", scores: null }, plies }, line: [best], nodes: 1, depth: 1 }) as Thought;

describe("a walk", () => {
  const origin = { game: "quixo", players: 2, options: {}, start: null };
  const walking = async (game: string[], grows: boolean) => {
    vi.spyOn(api, "position").mockImplementation(async ({ moves }) => {
      if (moves?.includes("bad")) throw new ApiError(409, { code: "x", message: "No.", where: "", game: "", place: "" });
      return { steps: [] } as unknown as Position;
    });
    const walk = await living(() => useWalk(origin, game, grows));
    return { walk, shown: () => walk().line.shown!.moves.join(" "), go: async (step: (now: Walk) => unknown) => {
      await act(async () => void (await step(walk())));
      await settled();
    } };
  };
  it("keeps the game when another move is tried", async () => {
    const { walk, shown, go } = await walking(["a", "b", "c"], true);
    await go((now) => now.look(1));
    await go((now) => now.play("x"));
    await go((now) => now.play("y"));
    expect([shown(), walk().acts, walk().tried]).toEqual(["a x y", ["a", "b", "c"], { from: 1, acts: ["x", "y"] }]);
    await go((now) => now.step(-1));
    await go((now) => now.step(-1));
    expect([shown(), walk().variation, walk().tried?.acts]).toEqual(["a", [], ["x", "y"]]);
    await go((now) => now.step(1));
    expect(shown()).toBe("a b");
    await go((now) => now.vary(1, ["x", "y"], 1));
    await go((now) => now.end());
    expect(shown()).toBe("a x y");
    await go((now) => now.look(1));
    await go((now) => now.play("b"));
    expect([walk().at, walk().variation]).toEqual([2, []]); // that was the game
  });
  it("goes on at the end of the game where that may grow, and leaves it elsewhere", async () => {
    const one = await walking(["a"], true);
    await one.go((now) => now.play("b", "c"));
    expect([one.walk().acts, one.walk().at, one.walk().tried]).toEqual([["a", "b", "c"], 3, null]);
    const other = await walking(["a"], false);
    await other.go((now) => now.play("b"));
    expect([other.walk().acts, other.walk().variation]).toEqual([["a"], ["b"]]);
  });
  it("goes where it was told to last, whatever is still on its way", async () => {
    const { walk, shown, go } = await walking(["=d", "a", "=e", "b"], true);
    await go((now) => now.look(1));
    let answer = (_: Position): void => undefined;
    vi.mocked(api.position).mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    await go((now) => now.step(1));
    expect([shown(), walk().at, walk().arrived]).toEqual(["=d", 3, false]);
    await go((now) => now.look(4));
    await act(async () => answer({ steps: [] } as unknown as Position));
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect([shown(), walk().at, walk().arrived]).toEqual(["=d a =e b", 4, true]);
  });
  it("stays where it is if a board can't be had", async () => {
    const { walk, shown, go } = await walking(["a", "b"], true);
    await go((now) => now.look(1));
    const lost = new ApiError(0, { code: "offline", message: "Gone.", where: "", game: "", place: "" });
    vi.mocked(api.position).mockRejectedValueOnce(lost);
    await go((now) => now.step(1));
    expect([shown(), walk().at, walk().arrived, walk().error]).toEqual(["a", 1, true, "Gone."]);
    await go((now) => now.step(1));
    expect([shown(), walk().at, walk().arrived, walk().error]).toEqual(["a b", 2, true, ""]);
    const { number } = walk().line.shown!;
    await go((now) => now.step(1));
    expect(walk().line.shown!.number).toBe(number); // there is nothing more
  });
  it("says why a move can't be made, and stays", async () => {
    const { walk, shown } = await walking(["a"], true);
    expect(await walk().play("bad")).toBe("No.");
    expect([shown(), walk().acts]).toEqual(["a", ["a"]]);
  });
});

describe("an engine", () => {
  const begun = { kind: "begun" } as AnalysisLine;
  const told = (...lines: Thought[]) => ({ kind: "thoughts", lines }) as AnalysisLine;
  const cut = { kind: "done" } as AnalysisLine;
  it("is less known where it looks less deep", () => {
    expect(isShallower([estimate("a", 1)], [estimate("a", 5)])).toBe(true);
    expect(isShallower([estimate("a", 5, 10)], [estimate("a", 5, 20)])).toBe(true);
    expect(isShallower([estimate("a", 6)], [estimate("a", 5)])).toBe(false);
    expect(isShallower([estimate("a", 9)], [proven("a", 3)])).toBe(true);
    expect(isShallower([proven("a", 3)], [estimate("a", 9)])).toBe(false);
    expect(isShallower([estimate("a", 1)], [])).toBe(false);
    expect(isShallower([], [estimate("a", 1)])).toBe(true);
  });
  const thinking = async (...answers: AnalysisLine[][]) => {
    const asked: AnalysisRequest[] = [];
    const start = performance.now();
    let passed = 0;
    vi.spyOn(performance, "now").mockImplementation(() => start + passed);
    vi.spyOn(api, "analysis").mockImplementation(async function* (wanted) {
      asked.push(wanted);
      const answer = answers[asked.length - 1]!;
      yield* answer;
      passed += answer.includes(cut) ? 1000 : 1000 * wanted.seconds!;
    });
    const engine = await living(() => useEngine({ game: "quixo", moves: [] }, 1, "here"));
    const press = async (what: (now: EngineState) => void) => {
      await act(() => what(engine()));
      await settled();
    };
    return { engine, asked, press };
  };
  it("stops, goes on when it is told to, and never shows less than it knew", async () => {
    const deep = [begun, told(estimate("a", 1)), told(estimate("b", 7)), { kind: "done" } as AnalysisLine];
    const { engine, asked, press } = await thinking(deep, [begun, told(estimate("c", 2))], [begun, told(estimate("d", 8))]);
    await press((now) => now.toggle());
    expect([engine().lines[0]!.best, engine().rests, engine().settled]).toEqual(["b", true, false]);
    await press((now) => now.goOn());
    expect(engine().lines[0]!.best).toBe("b");
    await press((now) => now.goOn());
    expect(engine().lines[0]!.best).toBe("d");
    expect(asked.map(({ seconds }) => seconds)).toEqual([60, 120, 240]);
  });
  it("gets as long again where it was cut short", async () => {
    const { asked, press } = await thinking([begun, told(estimate("a", 1)), cut], [begun, told(estimate("a", 2))], [begun]);
    await press((now) => now.toggle());
    await press((now) => now.goOn());
    await press((now) => now.goOn());
    expect(asked.map(({ seconds }) => seconds)).toEqual([60, 60, 120]);
  });
  it("asks no more when all is proved", async () => {
    const { engine, asked, press } = await thinking([begun, told(proven("a", 3))]);
    await press((now) => now.toggle());
    await press((now) => now.toggle());
    await press((now) => now.toggle());
    expect([engine().settled, asked.length]).toEqual([true, 1]);
  });
  it("says why it can't think", async () => {
    const { engine, press } = await thinking([{ kind: "failed", error: { code: "x", message: "No.", where: "", game: "", place: "" } } as AnalysisLine]);
    await press((now) => now.toggle());
    expect([engine().error, engine().on]).toEqual(["No.", false]);
  });
});

describe("values", () => {
  const two = { seats: [0], sides: 2 };
  const known = {
    position: "",
    value: "win",
    plies: 5,
    moves: {
      a: { value: "loss", plies: 2 },
      b: { value: "win", plies: 7 },
      c: { value: "loss", plies: 8 },
      d: { value: "win", plies: 5 },
      e: { value: "draw", plies: null },
      f: { value: null, plies: null },
      g: { value: "win", plies: 5 },
    },
  } as KnownValues;
  it("count the moves of one side", () => {
    expect(worthText(proven("a", 5), two)).toBe("wins in 3 moves, proved");
    expect(worthText(proven("a", 8, [1]), two)).toBe("loses in 4 moves, proved");
    expect(worthText(proven("a", 4), { seats: [0], sides: 3 })).toBe("wins in 2 moves, proved");
    expect(worthText(proven("a", 3, []), two)).toBe("a draw, proved");
    expect(worthText(proven("a", null), two)).toBe("wins, proved");
    expect(worthText(estimate("a", 1, 1, 0.63), two)).toBe("about 63%");
    expect(knownText(known, two)).toBe("Solved: the side to move wins in 3 moves, proved.");
  });
  it("are listed from the best to the worst", () => {
    expect(groupsOf(known, two)).toEqual([
      { tint: "win", text: "wins in 3 moves, proved", moves: ["d", "g"] },
      { tint: "win", text: "wins in 4 moves, proved", moves: ["b"] },
      { tint: "draw", text: "a draw, proved", moves: ["e"] },
      { tint: "loss", text: "loses in 4 moves, proved", moves: ["c"] },
      { tint: "loss", text: "loses in 1 move, proved", moves: ["a"] },
    ]);
  });
  it("colour moves, facts before estimates, and even shares by the number of sides", () => {
    const lines = [estimate("a", 1, 1, 0.9), estimate("x", 1, 1, 0.35), estimate("y", 1, 1, 0.7)];
    expect([...tintsFor(known, lines, two)].slice(0, 3)).toEqual([["a", "loss"], ["x", "bad"], ["y", "good"]]);
    expect(tintsFor(null, lines, { seats: [0], sides: 3 }).get("x")).toBe("even");
  });
});

describe("chance", () => {
  it("picks by weight", () => {
    expect([0, 0.2, 0.25, 0.99].map((luck) => picked({ a: 1, b: 3 }, luck))).toEqual(["a", "a", "b", "b"]);
    expect(picked({}, 0.5)).toBeNull();
  });
  it("acts until it is somebody's turn", async () => {
    const at = (kind: string, draws: Record<string, number>) => ({ turn: { kind }, draws }) as unknown as Position;
    vi.spyOn(api, "position").mockImplementation(async ({ moves }) => (moves!.length < 3 ? at("draw", { [`=${moves!.length}`]: 1 }) : at("move", {})));
    const origin = { game: "cubeo", players: 2, options: {}, start: null };
    expect(await randomDraws(origin, ["x"], at("draw", { "=1": 2 }))).toEqual(["=1", "=2"]);
  });
});
