import { nextTargets } from "../../src/board/choice";
import type { BoardState, Phases } from "../../src/board/board";
import { Layout } from "../../src/board/space/layout";
import { skinOf } from "../../src/games";
import { cageSpace } from "../../src/games/cage/space";
import { cubeoSpace } from "../../src/games/cubeo/space";
import { cubulusSpace } from "../../src/games/cubulus/space";
import { quixoSpace } from "../../src/games/quixo/space";
import type { SpaceSkin } from "../../src/games/spaceSkin";
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

const SKINS: Readonly<Record<string, SpaceSkin>> = {
  quixo: quixoSpace,
  cage: cageSpace,
  cubulus: cubulusSpace,
  cubeo: cubeoSpace,
};

export const layoutOf = (game: string, { places }: Scene): Layout => new Layout(SKINS[game]!, places);

export function stateOf(fixture: Fixture, scene: Scene, chosen: readonly string[] = []): BoardState {
  const next = nextTargets(scene.touches, chosen);
  const previews = new Map<string, Phases>();
  const skin = skinOf(fixture.game);
  return { skin, scene, chosen, next, preview: null, previews, active: true, hint: [] };
}
