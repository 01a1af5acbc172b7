/** Cube O': cubes are piled up until secret cards are seen from some side. */
import { maybe, t } from "../../i18n";
import type { Scene } from "../../net/types";
import { COLOURS, coloured, colourName, cubeName, pieceOf, editorPieces } from "../colours";
import { defaultSkin } from "../default";
import type { Act, DrawnPiece, GameSkin, MoveLabel, Sentence } from "../skin";
import "./style.css";

export const TWIN = "twin";

const CARRY = /^([a-d][1-4])-([a-d][1-4])$/;
const COLUMN = /^[a-d][1-4]$/;
const DRAWN = /^=([RBYG])$/;

const heldIn = (scene: Scene | null): string | null => {
  const holder = scene?.holders.find(({ kind }) => kind === "held");
  return (holder && scene?.items.find(({ place }) => place === holder.id)?.symbol) ?? null;
};

/** The cube that was drawn, for languages that say "the red cube" and for those that say "a red cube". */
const cubeOf = (letter: string) => ({ cube: cubeName(letter), colour: colourName(letter) });

function instruction(scene: Scene, chosen: readonly string[]): string {
  const held = heldIn(scene);
  if (held) return t("do.place", cubeOf(held));
  const first = new Set(scene.touches.map(({ path }) => path[0]!));
  if (first.has("pass") && first.size === 1) return t("do.pass");
  if (chosen[0] === TWIN) return t(chosen.length === 1 ? "do.twin" : "do.twin-end");
  if (chosen.length) return t("do.carry");
  if (!first.has("bag")) return t(first.has(TWIN) ? "do.carry-twin" : "do.only-carry");
  return t(first.has(TWIN) ? "do.draw-carry-twin" : "do.draw-carry");
}

function moveText({ action, before }: Act): Sentence | null {
  const [, from, to] = CARRY.exec(action) ?? [];
  if (from && to) return { key: "did.carry", values: { from, to } };
  const drawn = DRAWN.exec(action)?.[1];
  if (drawn) return { key: "did.draw", values: { cube: cubeName(drawn) } };
  if (COLUMN.test(action)) {
    const held = heldIn(before);
    return held ? { key: "did.place", values: { ...cubeOf(held), column: action } } : null;
  }
  if (action.startsWith("T")) return { key: "did.twin", values: { column: action.slice(1, 3) } };
  return action === "pass" ? { key: "did.pass", values: {} } : null;
}

function moveLabel(action: string): MoveLabel {
  const [, from, to] = CARRY.exec(action) ?? [];
  if (from && to) return { icon: null, colour: "", text: `${from} → ${to}` };
  if (action === "draw") return { icon: null, colour: "", text: t("move.draw") };
  const drawn = DRAWN.exec(action)?.[1];
  if (drawn) return { icon: null, colour: COLOURS[drawn]!, text: "" };
  if (action.startsWith("T")) return { icon: null, colour: "", text: t("move.twin", { column: action.slice(1) }) };
  return { icon: null, colour: "", text: action };
}

/** Corners in the order of the notation; as they lie, from above. */
const CORNERS = ["a1", "d1", "a4", "d4"];
const FROM_ABOVE = ["a4", "d4", "a1", "d1"];
const CORNER_CUBES = /^=([RBYG]{4})$/;

function drawnPieces(action: string): readonly DrawnPiece[] {
  const drawn = DRAWN.exec(action)?.[1];
  if (drawn) return [{ place: "", letter: drawn }];
  const letters = CORNER_CUBES.exec(action)?.[1];
  return letters ? FROM_ABOVE.map((place) => ({ place, letter: letters[CORNERS.indexOf(place)]! })) : [];
}

export const cubeo: GameSkin = {
  ...defaultSkin,
  ...coloured,
  name: "cubeo",
  picture: {
    cubes: [
      [0, 0, 0, "red"], [3, 0, 0, "blue"], [0, 3, 0, "green"], [3, 3, 0, "yellow"], [1, 0, 0, "green"],
      [0, 1, 0, "yellow"], [1, 1, 0, "blue"], [0, 0, 1, "blue"], [1, 0, 1, "red"], [0, 0, 2, "yellow"],
      [2, 3, 0, "red"], [3, 2, 0, "green"], [3, 3, 1, "red"], [1, 1, 1, "green"],
    ],
    round: false,
    stand: "disc",
    wide: 4,
    high: 3.6,
  },
  material: "block",
  tools: ["bag", TWIN, "pass"],
  usualBoard: "space",
  toolFace: (target) => {
    const text = maybe(`tool.${target}.short`);
    return text ? { colour: "", text } : null;
  },
  seatPieces: (seat) => [pieceOf("cube", seat)],
  pieces: () => editorPieces("cube", "RBYG"),
  instruction,
  moveText,
  moveLabel,
  drawnPieces,
  space: async () => (await import("./space")).cubeoSpace,
};
