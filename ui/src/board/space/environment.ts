/** Surroundings with a window and a lamp, only to be mirrored in what shines. */
import {
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from "three";
import type { Vec } from "./layout";
import { release } from "./geometries";

export function environmentMap(renderer: WebGLRenderer): Texture {
  const surroundings = new Scene();
  const panel = (colour: string, strength: number, size: Vec, at: Vec): void => {
    const paint = new MeshBasicMaterial({ color: colour });
    paint.color.multiplyScalar(strength);
    const made = new Mesh(new BoxGeometry(...size), paint);
    made.position.set(...at);
    surroundings.add(made);
  };
  const walls = new Mesh(new BoxGeometry(30, 20, 30), new MeshBasicMaterial({ color: "#8f887e", side: 1 }));
  surroundings.add(walls);
  panel("#fff4e2", 7, [7, 0.2, 5], [-5, 9, 4]);
  panel("#eaf2ff", 5, [0.2, 8, 10], [-14, 3, -2]);
  panel("#fff8ee", 3, [8, 6, 0.2], [7, 3, 14]);
  panel("#5c4a38", 0.6, [30, 0.2, 30], [0, -9, 0]);
  const maker = new PMREMGenerator(renderer);
  const { texture } = maker.fromScene(surroundings, 0.03);
  maker.dispose();
  release(surroundings);
  return texture;
}
