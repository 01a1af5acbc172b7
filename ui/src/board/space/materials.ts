/** What pieces are made of; made once and kept. */
import { Material, MeshPhysicalMaterial, MeshStandardMaterial, type Texture } from "three";
import type { Appearance } from "./appearance";
import { painted } from "./textures";

/** As ever; paler, since others have won; shining, since it has; or not there yet. */
export type Mood = "plain" | "dim" | "bright" | "ghost";

const SHINE = 0.4;

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

  /** What is bright shines more and less: 0 to 1. */
  glow(share: number): void {
    for (const [key, one] of this.made)
      if (key.endsWith(" bright")) (one as MeshStandardMaterial).emissiveIntensity = SHINE * (0.5 + share);
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

/** Takes a little colour and light from what a material shows. */
function fade(made: MeshStandardMaterial): void {
  made.customProgramCacheKey = () => "faded";
  made.onBeforeCompile = (shader) => {
    const faded = `#include <map_fragment>
      float grey = dot(diffuseColor.rgb, vec3(0.3, 0.59, 0.11));
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(grey), 0.45) * 0.72;`;
    shader.fragmentShader = shader.fragmentShader.replace("#include <map_fragment>", faded);
  };
}

export function withMood(made: MeshStandardMaterial, map: Texture, mood: Mood): MeshStandardMaterial {
  if (mood === "bright") {
    made.emissiveMap = map;
    made.emissive.set("#ffd79a");
    made.emissiveIntensity = SHINE;
  }
  if (mood === "dim") fade(made);
  if (mood === "ghost") {
    made.transparent = true;
    made.opacity = 0.6;
    made.depthWrite = false;
  }
  return made;
}
