/** A board to be looked at: nothing on it can be touched. */
import { FlatBoard } from "../board/FlatBoard";
import type { GameSkin } from "../games/skin";
import type { Scene } from "../net/types";

const NOTHING = { touch: () => undefined, drag: () => undefined, aim: () => undefined, cancel: () => undefined };

export function StillBoard({ skin, scene, label }: { skin: GameSkin; scene: Scene; label: string }) {
  const state = {
    skin,
    scene,
    chosen: [],
    next: new Map(),
    preview: null,
    previews: new Map(),
    active: false,
    hint: [],
  };
  return <FlatBoard state={state} events={NOTHING} label={label} />;
}
