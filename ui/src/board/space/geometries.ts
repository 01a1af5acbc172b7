/** Geometries that pieces and boards share. */
import {
  BoxGeometry,
  BufferGeometry,
  ExtrudeGeometry,
  Float32BufferAttribute,
  Path,
  Shape,
  type Object3D,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";

/** A cube with small bevels; each face carries the whole picture. */
export function cubeGeometry(edge: number, bevel: number): BufferGeometry {
  const geometry = new RoundedBoxGeometry(edge, edge, edge, 4, bevel);
  const at = geometry.getAttribute("position");
  const on = geometry.getAttribute("uv");
  // pictures stand upright on the sides, and on the top for a player in the south
  const faces: ((x: number, y: number, z: number) => readonly [number, number])[] = [
    (_, y, z) => [-z, y],
    (_, y, z) => [z, y],
    (x, _, z) => [x, -z],
    (x, _, z) => [x, z],
    (x, y) => [x, y],
    (x, y) => [-x, y],
  ];
  for (const { start, count, materialIndex = 0 } of geometry.groups)
    for (let k = start; k < start + count; k++) {
      const [u, v] = faces[materialIndex]!(at.getX(k), at.getY(k), at.getZ(k));
      on.setXY(k, u / edge + 0.5, v / edge + 0.5);
    }
  return geometry;
}

/** A ball that carries its picture in front, and the picture's ground elsewhere. */
export function ballGeometry(radius: number): BufferGeometry {
  const geometry = new BoxGeometry(2, 2, 2, 14, 14, 14);
  const at = geometry.getAttribute("position");
  const on = geometry.getAttribute("uv");
  const front = geometry.groups[4]!;
  const shown = new Set(geometry.index!.array.slice(front.start, front.start + front.count));
  const points: number[] = [];
  for (let k = 0; k < at.count; k++) {
    if (!shown.has(k)) on.setXY(k, 0, 0);
    const even = [at.getX(k), at.getY(k), at.getZ(k)].map((x) => Math.tan((x * Math.PI) / 4));
    const far = Math.hypot(...even);
    points.push(...even.map((x) => x / far));
  }
  geometry.setAttribute("normal", new Float32BufferAttribute(points, 3));
  geometry.setAttribute("position", new Float32BufferAttribute(points.map((x) => x * radius), 3));
  return geometry;
}

export function roundedSquare<T extends Path>(path: T, half: number, radius: number): T {
  path.moveTo(-half + radius, -half);
  path.lineTo(half - radius, -half);
  path.quadraticCurveTo(half, -half, half, -half + radius);
  path.lineTo(half, half - radius);
  path.quadraticCurveTo(half, half, half - radius, half);
  path.lineTo(-half + radius, half);
  path.quadraticCurveTo(-half, half, -half, half - radius);
  path.lineTo(-half, -half + radius);
  path.quadraticCurveTo(-half, -half, -half + radius, -half);
  return path;
}

/** A flat geometry lying down: a shape in the ground plan, extruded upwards by a height. */
export function lying(shape: Shape, height: number, bevel = 0): BufferGeometry {
  const geometry = new ExtrudeGeometry(shape, {
    depth: height - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 3,
    curveSegments: 10,
  });
  geometry.rotateX(-Math.PI / 2);
  geometry.translate(0, bevel, 0);
  return geometry;
}

/** A square frame lying down. */
export function frame(half: number, inner: number, height: number, radius: number, bevel = 0) {
  const shape = roundedSquare(new Shape(), half - bevel, radius);
  shape.holes.push(roundedSquare(new Path(), inner + bevel, Math.max(0.02, radius - (half - inner))));
  return lying(shape, height, bevel);
}

/** A ribbon along an arc with an arrow's head at its end, in the plane of x and y. */
export function arcArrow(radius: number, from: number, to: number, width: number): Shape {
  const shape = new Shape();
  const way = Math.sign(to - from);
  const head = (width * 1.7) / radius;
  const neck = to - way * head;
  const at = (r: number, angle: number): [number, number] => [
    r * Math.cos(angle),
    r * Math.sin(angle),
  ];
  const segments = 18;
  const arc = (r: number, start: number, end: number): void => {
    for (let k = 0; k <= segments; k++) shape.lineTo(...at(r, start + ((end - start) * k) / segments));
  };
  shape.moveTo(...at(radius - width / 2, from));
  arc(radius - width / 2, from, neck);
  shape.lineTo(...at(radius - width * 1.15, neck));
  shape.lineTo(...at(radius, to));
  shape.lineTo(...at(radius + width * 1.15, neck));
  arc(radius + width / 2, neck, from);
  shape.closePath();
  return shape;
}

/** Frees what an object and its children hold on the graphics card, except textures. */
export function release(root: Object3D): void {
  root.traverse((part) => {
    const { geometry, material } = part as { geometry?: BufferGeometry; material?: unknown };
    geometry?.dispose();
    for (const one of Array.isArray(material) ? material : [material])
      (one as { dispose?: () => void } | undefined)?.dispose?.();
  });
  root.removeFromParent();
}
