/** What pieces are made of; made once and kept. */
import { Material, MeshPhysicalMaterial, MeshStandardMaterial, type Texture } from "three";
import type { Appearance } from "./appearance";
import { painted } from "./textures";

export type Mood = "plain" | "dim" | "bright" | "ghost";

export class Materials {
  private readonly textures = new Map<string, Texture>();
  private readonly made = new Map<string, Material>();

  brass(): Material {
    return this.kept("brass", () => {
      // not all of it mirrors: it shines where there is nothing to be mirrored, too
      const settings = { color: "#e2b24a", metalness: 0.5, roughness: 0.3 };
      return new MeshStandardMaterial({ ...settings, emissive: "#8a5f14", emissiveIntensity: 0.45 });
    });
  }

  /** The material of this name, made when it is first asked for. */
  kept(key: string, make: () => Material): Material {
    const found = this.made.get(key) ?? make();
    this.made.set(key, found);
    return found;
  }

  /** The texture of this name, likewise. */
  texture(key: string, make: () => Texture): Texture {
    const found = this.textures.get(key) ?? make();
    this.textures.set(key, found);
    return found;
  }

  dispose(): void {
    for (const one of [...this.textures.values(), ...this.made.values()]) one.dispose();
    this.textures.clear();
    this.made.clear();
  }
}

/** A coloured piece: of shining plastic, of painted wood, or of something soft. */
export function colouredMaterial(
  materials: Materials,
  { colour, kind }: Appearance,
  mood: Mood,
  finish: "gloss" | "paint" | "matt",
  framed = false,
): Material {
  return materials.kept(`${colour} ${kind} ${mood}`, () => {
    const map = materials.texture(`${colour} ${kind}`, () => painted(colour, finish, framed));
    const made =
      finish === "gloss"
        ? new MeshPhysicalMaterial({ map, roughness: 0.35, clearcoat: 1, clearcoatRoughness: 0.12 })
        : new MeshStandardMaterial({ map, roughness: finish === "matt" ? 0.82 : 0.5 });
    return withMood(made, map, mood);
  });
}

export function withMood(made: MeshStandardMaterial, map: Texture, mood: Mood): MeshStandardMaterial {
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
