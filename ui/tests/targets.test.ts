import { describe, expect, it } from "vitest";
import { cellTargets, isTool, layersOf, layerTools, rowSides, targetName, toolsOf } from "../src/board/targets";
import { skinOf } from "../src/games";
import { box, item, scene, touch } from "./scenes";

const [quixo, cage, cubeo] = [skinOf("quixo"), skinOf("cage"), skinOf("cubeo")];
const other = skinOf("a game without a skin");
const STOCKS = { RBY: { R: 4, B: 0, Y: 1 }, GOW: { G: 4, O: 4, W: 4 } };
const CAGE = scene({
  places: box(3, 3, 3).filter(({ id }) => id !== "b22"),
  items: [item("a11", "R", "red")],
  touches: [touch("F", "F"), touch("2+", "2+"), touch("1-", "1-"), touch("Ya1", "Y", "a1"), touch("Ra1", "R", "a1")],
  blocked: { B: "none_left", G: "not_your_colour", O: "not_your_colour", W: "not_your_colour", "1+": "reverse" },
  stocks: STOCKS,
});

describe("complete rows", () => {
  it("end on the sides where a ball could be pushed in", () => {
    const marks = [["a11", "c11"], ["c11", "c31"], ["c11", "c13"]].map((places) => ({ kind: "row", places }));
    const lattice = scene({ places: box(3, 3, 3), marks });
    const sides = (id: string) => rowSides(lattice.places.find((place) => place.id === id)!, lattice);
    expect(sides("c11")).toEqual(["e", "s", "d"]);
    expect(sides("a11")).toEqual(["w"]);
    expect(sides("c31")).toEqual(["n"]);
    expect(sides("c13")).toEqual(["u"]);
    expect(sides("b11")).toEqual([]);
  });
});

describe("layers", () => {
  it("lie from the top down, rows from north to south", () => {
    const layers = layersOf(CAGE);
    expect(layers.map(({ z }) => z)).toEqual([2, 1, 0]);
    expect(layers[0]!.rows[0]![0]!.place.id).toBe("a33");
    expect(layers[1]!.rows[1]![1]).toBeNull();
    expect(layers[2]!.rows[2]![0]!.items.map(({ symbol }) => symbol)).toEqual(["R"]);
    expect(layers[2]!.rows[2]![0]!.targets).toEqual(["a11", "a1"]);
  });
  it("turn so that one's own side is at the bottom; names stay", () => {
    const board = scene({ places: box(5, 5, 1) });
    const corners = (turns: number) => {
      const rows = layersOf(board, turns)[0]!.rows;
      return [rows[4]![0], rows[4]![4], rows[0]![4], rows[0]![0]].map((cell) => cell!.name);
    };
    expect(corners(0)).toEqual(["a1", "e1", "e5", "a5"]); // south-west, south-east, north-east, north-west
    expect(corners(1)).toEqual(["e1", "e5", "a5", "a1"]); // the east is below
    expect(corners(2)).toEqual(["e5", "a5", "a1", "e1"]);
    expect(corners(3)).toEqual(["a5", "a1", "e1", "e5"]);
  });
  it("show stacks as one layer", () => {
    const layers = layersOf(
      scene({
        places: box(2, 2, 4),
        stacked: true,
        items: [item("a12", "B", "blue"), item("a11", "R", "red")],
      }),
    );
    expect(layers).toHaveLength(1);
    expect(layers[0]!.rows[1]![0]!.items.map(({ symbol }) => symbol)).toEqual(["R", "B"]);
  });
});

describe("tools", () => {
  it("are those that are no cells: own colours first, those of others left out", () => {
    expect(cellTargets(CAGE).has("a1")).toBe(true);
    expect(toolsOf(cage, CAGE, "RBY")).toEqual(["R", "B", "Y", "F", "1+", "1-", "2+"]);
    expect(toolsOf(cage, CAGE, "GOW")).toEqual(["G", "O", "W", "F", "1+", "1-", "2+"]);
    expect(toolsOf(cage, CAGE, null)).toEqual(["R", "B", "Y", "G", "O", "W", "F", "1+", "1-", "2+"]);
  });
  it("are no moves that are blocked as a whole", () => {
    expect(toolsOf(cubeo, scene({ blocked: { "@a13x": "back", twin: "no_card_yet" } }), null)).toEqual(["twin"]);
  });
  it("stand beside their layers, where the skin has them there", () => {
    expect([...layerTools(cage, CAGE)].sort()).toEqual(["1+", "1-", "2+", "2-", "3+", "3-"]);
    expect(layerTools(other, CAGE).size).toBe(0);
  });
  it("include twists beside their layer, blocked ones too", () => {
    expect(["1-", "1+", "2-", "2+", "3+"].filter((target) => isTool(CAGE, target))).toEqual(["1-", "1+", "2+"]);
  });
});

it("says targets in words", () => {
  expect(targetName(cage, "2-", null)).toBe("Turn the middle layer anticlockwise");
  expect(targetName(cage, "Y", CAGE)).toBe("A yellow cube, 1 left");
  expect(targetName(cage, "Y", null)).toBe("A yellow cube");
  expect(targetName(quixo, "N", null)).toBe("The dot points to N");
  const ole = (seat: string) => (seat === "S" ? { facing: "you", seat } : { facing: "player", seat: "Ole" });
  expect(targetName(quixo, "N", null, ole)).toBe("The dot points to Ole");
  expect(targetName(quixo, "S", null, ole)).toBe("The dot points to you");
  expect(quixo.toolFace("S", scene(), ole)?.text).toBe("To you");
  expect(targetName(cubeo, "bag", null)).toBe("Draw a cube");
  expect(targetName(quixo, "a1", null)).toBe("a1");
  expect(targetName(other, "N", null)).toBe("N");
});

it("gives each colour its sign, and blank cubes none", () => {
  expect(cage.itemSign(item("a1", "O", "orange"))).toBe("✚");
  expect(quixo.itemSign(item("a1", "", ""))).toBe("");
  expect(cubeo.itemSign({ ...item("a1", "r", "red"), kind: "twin" })).toBe("▲");
});

it("knows what an item is called", () => {
  expect(quixo.itemName(item("a1", "O", "orange"))).toBe("circle");
  expect(cage.itemName(item("a1", "O", "orange"))).toBe("orange");
  expect(quixo.itemName(item("a1", "", ""))).toBe("");
  expect(other.itemName({ ...item("a1", "", ""), kind: "stone" })).toBe("stone");
});
