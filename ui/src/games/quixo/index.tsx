/** Quixo: wooden cubes with crosses and circles; with four players a dot points to one of them. */
import { maybe, t } from "../../i18n";
import type { Scene } from "../../net/types";
import { capital } from "../../i18n/intl";
import { type Calling, whom } from "../calling";
import { defaultSkin } from "../default";
import type { Act, GameSkin, PictureCube, Sentence, Side } from "../skin";
import "./style.css";

const SIDES: Readonly<Record<string, Side>> = { N: "north", E: "east", S: "south", W: "west" };

const BOARD = [".X.O.", "XX.OO", "..X..", "O.XX.", ".O..X"];

function Shape({ symbol }: { symbol: string }) {
  return symbol === "X" ? (
    <svg viewBox="0 0 20 20">
      <path d="M4 4 16 16M16 4 4 16" />
    </svg>
  ) : (
    <svg viewBox="0 0 20 20">
      <circle cx="10" cy="10" r="6.5" />
    </svg>
  );
}

/** The symbol of a team, by the names of its seats. */
const SHAPES: Readonly<Record<string, string>> = { X: "X", O: "O", N: "X", S: "X", E: "O", W: "O" };

const PUSH = /^([a-z]\d)([a-z]\d)([NESW])?$/;

function moveText({ action }: Act, calling: Calling): Sentence | null {
  const [, from, to, seat] = PUSH.exec(action) ?? [];
  if (from && to && seat) return { key: "did.push-dot", values: { from, to, whom: whom(calling(seat)) } };
  if (from && to) return { key: "did.push", values: { from, to } };
  return action === "pass" ? { key: "did.pass", values: {} } : null;
}

function instruction({ touches }: Scene, chosen: readonly string[]): string {
  if (touches.length === 1 && touches[0]!.move === "pass") return t("do.pass");
  if (!chosen.length) return t("do.take");
  return chosen.length === 1 ? t("do.push") : t("do.dot");
}

/** The line that decided the game: its places share a file, a rank, or neither. */
function winText({ marks, items }: Scene): string | null {
  const places = marks.find(({ kind }) => kind === "win")?.places;
  const symbol = items.find(({ place }) => place === places?.[0])?.symbol;
  if (!places?.length || !symbol) return null;
  const [files, ranks] = [new Set(places.map((one) => one[0]!)), new Set(places.map((one) => one.slice(1)))];
  const pieces = maybe(`shapes.${symbol}`) ?? symbol;
  const count = maybe(`count.${places.length}`) ?? places.length;
  if (ranks.size === 1) return t("win.row", { count, pieces, row: [...ranks][0]! });
  if (files.size === 1) return t("win.column", { count, pieces, column: [...files][0]! });
  return t("win.diagonal", { count, pieces });
}

export const quixo: GameSkin = {
  ...defaultSkin,
  name: "quixo",
  picture: {
    cubes: BOARD.flatMap((row, y) =>
      [...row].map((sign, x): PictureCube => [x, y, 0, "maple", sign === "." ? "" : sign]),
    ),
    round: false,
    stand: "tray",
    wide: 5,
    high: 2,
  },
  tools: ["N", "E", "S", "W", "pass"],
  hasTools: (players) => players > 2,
  sideOf: (seat) => SIDES[seat] ?? null,
  seatPieces: (seat) => [{ kind: "cube", colour: "none", sign: <Shape symbol={SHAPES[seat] ?? seat} /> }],
  pieces: (players) =>
    (players === 4 ? ["N", "E", "S", "W"] : ["X", "O"]).map((seat) => {
      const symbol = SHAPES[seat] ?? seat;
      return { kind: "cube", symbol, colour: symbol === "X" ? "blue" : "orange", facing: players === 4 ? seat : "" };
    }),
  instruction,
  moveText,
  moveLabel: (action, calling) => {
    const [, from, to, seat] = PUSH.exec(action) ?? [];
    if (!from || !to) return { icon: null, colour: "", text: action };
    const called = seat && calling(seat);
    const facing = called && (called.facing === seat ? seat : whom(called)); // records name the seat alone
    return { icon: null, colour: "", text: `${from} → ${to}${facing ? ` · ${facing}` : ""}` };
  },
  winText,
  targetName: (target, _scene, calling) => (target in SIDES ? t("tool.dot", { whom: whom(calling(target)) }) : null),
  toolFace: (target, _scene, calling) => (target in SIDES ? { colour: "", text: capital(whom(calling(target))) } : null),
  turnedAt: ([, into]) => into ?? null,
  itemName: ({ symbol }) => maybe(`shape.${symbol}`) ?? symbol,
  itemSign: ({ symbol }) => symbol && <Shape symbol={symbol} />,
  space: async () => (await import("./space")).quixoSpace,
};
