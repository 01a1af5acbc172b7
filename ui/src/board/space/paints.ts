/** What marks are painted with; made once and kept. */
import { BackSide, Color, FrontSide, MeshBasicMaterial, MeshStandardMaterial, SpriteMaterial, type Texture } from "three";
import type { Tint } from "../tints";
import { ringTexture, type Paint } from "./ringTextures";
import { AMBER, type Theme } from "./theme";

/** Solid marks: arrows that can be touched, as they are, pointed at or shut; the last move; what has
 * won; hints, with a pale edge; handles; and what is seen of arrows through other things. */
export type Solid = "arrow" | "bright" | "shut" | "last" | "win" | "hint" | "edge" | "handle" | "shine";

const GLOW: Readonly<Record<Solid, number>> = {
  arrow: 0.12, bright: 1, shut: 0.1, last: 0.35, win: 1, hint: 0.3, edge: 0.6, handle: 0.25, shine: 0.15,
};
const OPACITY: Partial<Record<Solid, number>> = { shut: 0.2, shine: 0.4 };

export class Paints {
  private readonly textures = new Map<string, Texture>();
  private readonly sprites = new Map<string, SpriteMaterial>();
  private readonly flats = new Map<string, MeshBasicMaterial>();
  private readonly solids = new Map<string, MeshStandardMaterial>();
  private readonly theme: Theme;

  constructor(theme: Theme, pale: boolean) {
    this.theme = pale ? { ...theme, accent: theme.onWood, trail: "#b8741a" } : theme;
  }

  /** For rings that turn to the camera. `tint`: in the colour of what a move is worth. */
  sprite(paint: Paint, tint?: Tint): SpriteMaterial {
    return kept(this.sprites, `${paint} ${tint}`, () => new SpriteMaterial(this.settings(paint, true, tint)));
  }

  /** For rings that lie on something. */
  flat(paint: Paint, tint?: Tint): MeshBasicMaterial {
    return kept(this.flats, `${paint} ${tint}`, () => new MeshBasicMaterial(this.settings(paint, false, tint)));
  }

  /** `front`: drawn after all that is solid. */
  solid(kind: Solid, front = false, tint?: Tint): MeshStandardMaterial {
    return kept(this.solids, `${kind} ${front} ${tint}`, () => {
      const colour = tint ? this.theme.tints[tint] : this.colour(kind);
      return new MeshStandardMaterial({
        color: colour,
        roughness: 0.45,
        emissive: new Color(colour),
        emissiveIntensity: GLOW[kind],
        transparent: front || kind in OPACITY,
        opacity: OPACITY[kind] ?? 1,
        depthWrite: !(kind in OPACITY),
        depthTest: kind !== "shine",
        side: kind === "edge" ? BackSide : FrontSide,
      });
    });
  }

  dispose(): void {
    for (const made of [this.textures, this.sprites, this.flats, this.solids])
      for (const one of made.values()) one.dispose();
  }

  private colour(kind: Solid): string {
    const { accent, trail, ink } = this.theme;
    if (kind === "shut") return ink;
    if (kind === "last") return trail;
    if (kind === "edge") return "#fffdf8";
    return kind === "win" || kind === "handle" ? AMBER : accent;
  }

  private settings(paint: Paint, round: boolean, tint?: Tint) {
    const theme = tint ? { ...this.theme, accent: this.theme.tints[tint] } : this.theme;
    const map = kept(this.textures, `${paint} ${round} ${tint}`, () => ringTexture(paint, round, theme));
    return { map, transparent: true, depthWrite: false, toneMapped: false };
  }
}

function kept<T>(made: Map<string, T>, key: string, make: () => T): T {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}
