/** The picture of a game: cubes seen from a corner. */
import type { GameSkin, PictureCube } from "../games/skin";

const SIZE = 20;

function Cube({ x, y, z, colour, sign = "", ball = false }: {
  x: number; y: number; z: number; colour: string; sign?: string; ball?: boolean;
}) {
  const cx = (x - y) * SIZE * 0.87;
  const cy = (x + y) * SIZE * 0.5 - z * SIZE;
  const at = (dx: number, dy: number) => `${(cx + dx * SIZE).toFixed(1)},${(cy + dy * SIZE).toFixed(1)}`;
  const where = `x${x} y${y} z${z}`;
  if (ball)
    return (
      <g class={where}>
        <circle class={`fill-${colour}`} cx={cx} cy={cy} r={SIZE * 0.62} />
        <circle class="shine" cx={cx - 4} cy={cy - 5} r={3.4} />
      </g>
    );
  return (
    <g class={where}>
      <polygon class={`fill-${colour} side-top`} points={[at(0, -1), at(0.87, -0.5), at(0, 0), at(-0.87, -0.5)].join(" ")} />
      <polygon class={`fill-${colour} side-left`} points={[at(-0.87, -0.5), at(0, 0), at(0, 1), at(-0.87, 0.5)].join(" ")} />
      <polygon class={`fill-${colour} side-right`} points={[at(0.87, -0.5), at(0, 0), at(0, 1), at(0.87, 0.5)].join(" ")} />
      {sign && <text x={cx} y={cy - SIZE * 0.36}>{sign}</text>}
    </g>
  );
}

export function GamePicture({ skin }: { skin: GameSkin }) {
  const { cubes, round, wide, high } = skin.picture;
  // what is further back is drawn first
  const depth = ([x, y, z]: PictureCube) => x + y + z * 0.1;
  const sorted = [...cubes].sort((a, b) => depth(a) - depth(b));
  const side = (wide + 1) * SIZE * 0.9;
  const top = -SIZE * high;
  return (
    <svg class={`art art-${skin.name}`} viewBox={`${-side} ${top} ${2 * side} ${(wide + 1.2) * SIZE - top}`} aria-hidden="true">
      <polygon class="ground" points={ground(wide)} />
      {sorted.map(([x, y, z, colour, sign = ""]) => (
        <Cube key={`${x}${y}${z}`} x={x} y={y} z={z} colour={colour} sign={sign} ball={round} />
      ))}
    </svg>
  );
}

/** One cube on an empty table. */
export function LoneCube() {
  return (
    <svg class="art lone" viewBox="-50 -24 100 74" aria-hidden="true">
      <polygon class="ground" points={ground(1)} />
      <Cube x={0} y={0} z={0} colour="maple" />
    </svg>
  );
}

function ground(wide: number): string {
  const corner = (x: number, y: number) => `${((x - y) * SIZE * 0.87).toFixed(1)},${((x + y) * SIZE * 0.5 + SIZE).toFixed(1)}`;
  const [low, high] = [-1, wide];
  return [corner(low, low), corner(high, low), corner(high, high), corner(low, high)].join(" ");
}
