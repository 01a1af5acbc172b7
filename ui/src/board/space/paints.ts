/** What marks are painted with; made once and kept. */
import { Color, MeshBasicMaterial, MeshStandardMaterial, SpriteMaterial, type Texture } from "three";
import { ringTexture, type Paint } from "./ringTextures";
import type { Theme } from "./theme";

export class Paints {
  private readonly textures = new Map<string, Texture>();
  private readonly sprites = new Map<string, SpriteMaterial>();
  private readonly flats = new Map<string, MeshBasicMaterial>();
  private readonly solids = new Map<string, MeshStandardMaterial>();

  constructor(
    private readonly theme: Theme,
    private readonly pale: boolean,
  ) {}

  /** For rings that turn to the camera. */
  sprite(paint: Paint): SpriteMaterial {
    return kept(this.sprites, paint, () => new SpriteMaterial(this.settings(paint, true)));
  }

  /** For rings that lie on something. */
  flat(paint: Paint): MeshBasicMaterial {
    return kept(this.flats, paint, () => new MeshBasicMaterial(this.settings(paint, false)));
  }

  solid(kind: "arrow" | "shut" | "trail" | "shine", bright: boolean): MeshStandardMaterial {
    const { accent, trail, ink } = this.theme;
    const colour = kind === "arrow" || kind === "shine" ? accent : kind === "trail" ? trail : ink;
    return kept(this.solids, `${kind} ${bright}`, () => {
      return new MeshStandardMaterial({
        color: colour,
        roughness: 0.5,
        emissive: new Color(colour),
        emissiveIntensity: bright ? 0.55 : 0.15,
        transparent: kind !== "arrow" || !bright,
        opacity: { shut: 0.14, trail: 0.34, shine: 0.4, arrow: bright ? 1 : 0.88 }[kind],
        depthWrite: kind === "arrow",
        depthTest: kind !== "shine",
      });
    });
  }

  dispose(): void {
    for (const made of [this.textures, this.sprites, this.flats, this.solids])
      for (const one of made.values()) one.dispose();
  }

  private settings(paint: Paint, round: boolean) {
    const { theme } = this;
    const seen = this.pale ? { ...theme, accent: theme.onWood, trail: "#b07a1e" } : theme;
    const map = kept(this.textures, `${paint} ${round}`, () => ringTexture(paint, round, seen));
    return { map, transparent: true, depthWrite: false, toneMapped: false };
  }
}

function kept<T>(made: Map<string, T>, key: string, make: () => T): T {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}
