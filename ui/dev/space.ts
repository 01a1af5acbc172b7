/** A page to look at the board in space: ?game=cage&piece=0&scene=1&chosen=R&dark&bare&still */
import type { Motion, Scene } from "../src/net/types";
import { nextTargets, touched } from "../src/board/choice";
import type { BoardState } from "../src/board/board";
import { makeSpaceBoard } from "../src/board/space";
import { skinOf } from "../src/games";

interface Fixture {
  game: string;
  pieces: { scenes: Scene[]; steps: Motion[][][] }[];
}

const files = import.meta.glob("../tests/fixtures/*.json", { query: "?raw", import: "default", eager: true });
const asked = new URLSearchParams(location.search);
const game = asked.get("game") ?? "cage";
const fixture = JSON.parse(String(files[`../tests/fixtures/${game}.json`])) as Fixture;
const piece = fixture.pieces[Number(asked.get("piece") ?? 0)]!;
let at = Number(asked.get("scene") ?? 0);
let chosen: readonly string[] = asked.get("chosen")?.split(",").filter(Boolean) ?? [];
document.documentElement.classList.toggle("dark", asked.has("dark"));
document.body.classList.toggle("bare", asked.has("bare"));

const state = (more: Partial<BoardState> = {}): BoardState => {
  const scene = piece.scenes[at]!;
  return {
    skin,
    scene,
    chosen,
    next: nextTargets(scene.touches, chosen),
    preview: asked.get("preview")?.split(",") ?? null,
    previews: new Map(),
    active: !asked.has("idle"),
    hint: asked.get("hint")?.split(",") ?? [],
    ...more,
  };
};

const skin = skinOf(fixture.game);
const heard: string[] = [];
const board = makeSpaceBoard(
  document.getElementById("host")!,
  {
    touch(target) {
      heard.push(target);
      const found = touched(piece.scenes[at]!.touches, chosen, target);
      if (found.kind === "refused") return;
      if (found.kind === "chosen") chosen = found.chosen;
      else chosen = [];
      if (found.kind === "move") heard.push(`move ${found.touch.move}`);
      board.show(state(), null);
    },
    aim(move) {
      heard.push(`aim ${move}`);
    },
    cancel() {
      heard.push("cancel");
      chosen = [];
      board.show(state(), null);
    },
  },
  await skin.space(),
  asked.has("still"),
);
if (asked.has("fine")) board.quality(0);
board.spread(Number(asked.get("spread") ?? 0));
board.show(state(), null);

const step = (way: number): void => {
  const before = at;
  at = Math.max(0, Math.min(piece.scenes.length - 1, at + way));
  chosen = [];
  board.show(state(), way > 0 && at !== before ? { phases: piece.steps[before]!, lead: 0 } : null);
};

const tools = document.getElementById("tools")!;
const button = (label: string, act: () => void): void => {
  const made = document.createElement("button");
  made.textContent = label;
  made.onclick = act;
  tools.append(made);
};
button("<", () => step(-1));
button(">", () => step(1));
button("home", () => board.home());
const slider = document.createElement("input");
Object.assign(slider, { type: "range", min: 0, max: 1, step: 0.01, value: 0 });
slider.oninput = () => board.spread(Number(slider.value));
board.onSpread = (amount) => (slider.value = String(amount));
tools.append(slider);
Object.assign(window, { board, heard, step, show: (more: Partial<BoardState>) => board.show(state(more), null) });
