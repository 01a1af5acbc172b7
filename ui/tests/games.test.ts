import { describe, expect, it } from "vitest";
import { columnsOf } from "../src/board/columns";
import { skinOf } from "../src/games";
import { box } from "./scenes";

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
