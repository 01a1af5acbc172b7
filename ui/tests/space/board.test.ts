import { describe, expect, it } from "vitest";
import { makeSpaceBoard } from "../../src/board/space";

describe("the board in space", () => {
  it("throws where nothing can be drawn in space, and leaves nothing behind", () => {
    const host = document.createElement("div");
    const events = { touch: () => {}, cancel: () => {} };
    const options = { reducedMotion: true, say: (target: string) => target };
    expect(() => makeSpaceBoard(host, events, options)).toThrow(/WebGL/);
    expect(host.children).toHaveLength(0);
  });
});
