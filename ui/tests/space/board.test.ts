import { describe, expect, it } from "vitest";
import { makeSpaceBoard } from "../../src/board/space";
import { defaultSpace } from "../../src/games/default/space";

describe("the board in space", () => {
  it("throws where nothing can be drawn in space, and leaves nothing behind", () => {
    const host = document.createElement("div");
    const events = { touch: () => {}, drag: () => {}, aim: () => {}, cancel: () => {} };
    expect(() => makeSpaceBoard(host, events, defaultSpace, true)).toThrow(/WebGL/);
    expect(host.children).toHaveLength(0);
  });
});
