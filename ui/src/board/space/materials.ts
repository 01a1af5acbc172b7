/** What things are made of, by their appearance; made once and kept. */
import { Material, MeshPhysicalMaterial, MeshStandardMaterial, type Texture } from "three";
import type { Appearance } from "./ghosts";
import { maple, painted } from "./textures";

export type Mood = "plain" | "dim" | "bright" | "ghost";

const MAPLES = 4;

export class Materials {
  private readonly textures = new Map<string, Texture>();
  private readonly made = new Map<string, Material>();

  constructor(private readonly game: string) {}

  /** The material, or those of the six faces (east, west, top, bottom, south, north). */
  of(appearance: Appearance, mood: Mood, variant: number, under: Appearance | null = null): Material | Material[] {
    if (this.game !== "quixo") return this.colour(appearance, mood);
    const face = (symbol: string, k: number): Material =>
      this.wood(symbol, (variant + k) % MAPLES, mood);
    const blank = (k: number): Material => face("", k);
    return [
      blank(0),
      blank(1),
      face(appearance.symbol, 2),
      face(under?.symbol ?? "", 3),
      blank(1),
      blank(0),
    ];
  }

  brass(): Material {
    return this.cached("brass", () => {
      // not all of it mirrors: it shines where there is nothing to be mirrored, too
      const settings = { color: "#e2b24a", metalness: 0.5, roughness: 0.3 };
      return new MeshStandardMaterial({ ...settings, emissive: "#8a5f14", emissiveIntensity: 0.45 });
    });
  }

  dispose(): void {
    for (const one of [...this.textures.values(), ...this.made.values()]) one.dispose();
    this.textures.clear();
    this.made.clear();
  }

  private wood(symbol: string, seed: number, mood: Mood): Material {
    return this.cached(`wood ${symbol} ${seed} ${mood}`, () => {
      const map = this.texture(`maple ${symbol} ${seed}`, () => maple(symbol, seed + 1));
      return moody(new MeshStandardMaterial({ map, roughness: 0.62 }), map, mood);
    });
  }

  private colour({ colour, kind }: Appearance, mood: Mood): Material {
    const style = this.game === "cubeo" ? "paint" : kind === "ball" ? "matt" : "gloss";
    return this.cached(`${colour} ${kind} ${mood}`, () => {
      const map = this.texture(`${colour} ${kind}`, () => painted(colour, style, kind === "twin"));
      const made =
        style === "gloss"
          ? new MeshPhysicalMaterial({ map, roughness: 0.35, clearcoat: 1, clearcoatRoughness: 0.12 })
          : new MeshStandardMaterial({ map, roughness: style === "matt" ? 0.82 : 0.5 });
      return moody(made, map, mood);
    });
  }

  private texture(key: string, make: () => Texture): Texture {
    const found = this.textures.get(key) ?? make();
    this.textures.set(key, found);
    return found;
  }

  private cached(key: string, make: () => Material): Material {
    const found = this.made.get(key) ?? make();
    this.made.set(key, found);
    return found;
  }
}

function moody(made: MeshStandardMaterial, map: Texture, mood: Mood): MeshStandardMaterial {
  if (mood === "bright") {
    made.emissiveMap = map;
    made.emissive.set("#ffffff");
    made.emissiveIntensity = 0.35;
  }
  if (mood === "dim" || mood === "ghost") {
    made.transparent = true;
    made.opacity = mood === "dim" ? 0.4 : 0.6;
    made.depthWrite = mood === "dim";
  }
  return made;
}
