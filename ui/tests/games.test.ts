import { afterEach, describe, expect, it } from "vitest";
import { columnsOf } from "../src/board/columns";
import { skinOf } from "../src/games";
import { bySeat } from "../src/games/calling";
import { t } from "../src/i18n";
import { speak } from "../src/i18n/language";
import type { Scene } from "../src/net/types";
import { box, item, scene } from "./scenes";

const GAMES = ["quixo", "cage", "cubulus", "cubeo"];

describe("skins", () => {
  it("are found by their game, and any other game has one too", () => {
    expect(GAMES.map((game) => skinOf(game).name)).toEqual(GAMES);
    expect(skinOf("stones").name).toBe("default");
  });

  it("have a part for the board in space", async () => {
    for (const game of [...GAMES, "stones"]) {
      const { measure } = await skinOf(game).space();
      expect(measure([3, 3, 3]).item, game).toBeLessThan(1);
    }
  });
});

describe("columns", () => {
  it("are places above one another, and called by what their names have in common", () => {
    expect(columnsOf(box(2, 1, 3)).get("b1")).toEqual(["b11", "b12", "b13"]);
    expect(columnsOf(box(3, 3, 1)).size).toBe(0);
    const tower = ["cellar", "hall"].map((id, z) => ({ id, x: 0, y: 0, z }));
    expect(columnsOf(tower).size).toBe(0);
  });
});

describe("the cube that was drawn", () => {
  const holder = { id: "hand", kind: "held", seat: "", count: 1 } as unknown as Scene["holders"][number];
  const board = scene({ holders: [holder], items: [item("hand", "R", "red")] });
  afterEach(() => speak("en"));
  it("is the red one", () => {
    expect(skinOf("cubeo").instruction(board, [])).toBe("place the red cube.");
    const said = skinOf("cubeo").moveText({ action: "b2", before: board, after: null }, bySeat)!;
    expect(t(said.key, { ...said.values, name: "Ann" })).toBe("Ann placed the red cube on b2.");
  });
  it("is called as other languages call it", async () => {
    await speak("de");
    expect(skinOf("cubeo").instruction(board, [])).toBe("setz einen roten Würfel.");
  });
});
