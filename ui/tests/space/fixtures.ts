import { nextTargets } from "../../src/board/choice";
import type { BoardState } from "../../src/board/board";
import type { Motion, Scene } from "../../src/net/types";
import cage from "../fixtures/cage.json?raw";
import cubeo from "../fixtures/cubeo.json?raw";
import cubulus from "../fixtures/cubulus.json?raw";
import quixo from "../fixtures/quixo.json?raw";
import quixo4 from "../fixtures/quixo4.json?raw";

export interface Fixture {
  readonly game: string;
  readonly pieces: readonly { readonly scenes: Scene[]; readonly steps: Motion[][][] }[];
}

const read = (text: string): Fixture => JSON.parse(text) as Fixture;

export const fixtures = {
  cage: read(cage),
  cubeo: read(cubeo),
  cubulus: read(cubulus),
  quixo: read(quixo),
  quixo4: read(quixo4),
};

export function stateOf(fixture: Fixture, scene: Scene, chosen: readonly string[] = []): BoardState {
  const next = nextTargets(scene.touches, chosen);
  return { game: fixture.game, scene, chosen, next, preview: null, active: true, hint: [] };
}
