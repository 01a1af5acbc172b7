/** The page Analyse: walking through a game. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../src/net/api";
import type { Position } from "../src/net/types";
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
  it("says why a move can't be made, and stays", async () => {
    const { walk, shown } = await walking(["a"], true);
    expect(await walk().play("bad")).toBe("No.");
    expect([shown(), walk().acts]).toEqual(["a", ["a"]]);
  });
});
