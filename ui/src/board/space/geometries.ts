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

/** A ribbon along points with an arrow's head at its end, in the plane of x and y. */
export function ribbonArrow(points: readonly (readonly [number, number])[], width: number): Shape {
  const shape = new Shape();
  const last = points.length - 1;
  const far = (k: number): number => Math.hypot(points[last]![0] - points[k]![0], points[last]![1] - points[k]![1]);
  const neck = points.findLastIndex((_, k) => far(k) > width * 2);
  /** A point beside the ribbon: to the left of its way, or (negative) to the right. */
  const beside = (k: number, out: number): [number, number] => {
    const [one, other] = [points[Math.max(0, k - 1)]!, points[Math.min(last, k + 1)]!];
    const [x, y] = [other[0] - one[0], other[1] - one[1]];
    const scale = out / Math.hypot(x, y);
    return [points[k]![0] - y * scale, points[k]![1] + x * scale];
  };
  shape.moveTo(...beside(0, width / 2));
  for (let k = 1; k <= neck; k++) shape.lineTo(...beside(k, width / 2));
  shape.lineTo(...beside(neck, width * 1.35));
  shape.lineTo(...points[last]!);
  shape.lineTo(...beside(neck, -width * 1.35));
  for (let k = neck; k >= 0; k--) shape.lineTo(...beside(k, -width / 2));
  shape.closePath();
  return shape;
}

/** Several geometries as one. */
export function joined(parts: readonly BufferGeometry[]): BufferGeometry {
  const loose = parts.map((part) => (part.index ? part.toNonIndexed() : part));
  const whole = new BufferGeometry();
  for (const [name, size] of [["position", 3], ["normal", 3]] as const) {
    const numbers = loose.flatMap((part) => [...part.getAttribute(name).array]);
    whole.setAttribute(name, new Float32BufferAttribute(numbers, size));
  }
  for (const part of [...parts, ...loose]) part.dispose();
  return whole;
}

/** The twelve edges of a cube as bars. */
export function boxFrame(edge: number, thick: number): BufferGeometry {
  const half = edge / 2;
  const bar = (axis: number, a: number, b: number): BufferGeometry => {
    const long = edge + thick;
    const made = new BoxGeometry(axis === 0 ? long : thick, axis === 1 ? long : thick, axis === 2 ? long : thick);
    const [x, y, z] = [[0, a, b], [a, 0, b], [a, b, 0]][axis] as [number, number, number];
    return made.translate(x, y, z);
  };
  const sides = [-half, half];
  return joined([0, 1, 2].flatMap((axis) => sides.flatMap((a) => sides.map((b) => bar(axis, a, b)))));
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
