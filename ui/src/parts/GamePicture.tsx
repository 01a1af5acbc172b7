/** A picture of each game, drawn here: cubes seen from a corner. */
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

type Spot = readonly [x: number, y: number, z: number, colour: string, sign?: string];

const QUIXO = [".X.O.", "XX.OO", "..X..", "O.XX.", ".O..X"];
const CAGE: readonly Spot[] = [
  [0, 0, 0, "red"], [1, 0, 0, "white"], [2, 0, 0, "blue"], [0, 1, 0, "green"], [2, 1, 0, "red"],
  [0, 2, 0, "yellow"], [1, 2, 0, "red"], [2, 2, 0, "orange"], [0, 0, 1, "blue"], [2, 1, 1, "yellow"],
  [1, 2, 1, "white"], [2, 2, 1, "blue"], [0, 2, 1, "red"], [2, 2, 2, "green"],
];
const CUBULUS: readonly Spot[] = [
  [0, 0, 0, "blue"], [2, 0, 0, "red"], [0, 2, 0, "yellow"], [1, 2, 0, "red"], [2, 2, 0, "blue"],
  [2, 1, 0, "yellow"], [0, 2, 1, "red"], [2, 2, 1, "red"], [2, 0, 1, "yellow"], [1, 1, 2, "blue"],
  [2, 1, 2, "red"], [1, 2, 2, "yellow"], [2, 2, 2, "red"], [0, 1, 2, "red"],
];
const CUBEO: readonly Spot[] = [
  [0, 0, 0, "red"], [3, 0, 0, "blue"], [0, 3, 0, "green"], [3, 3, 0, "yellow"], [1, 0, 0, "green"],
  [0, 1, 0, "yellow"], [1, 1, 0, "blue"], [0, 0, 1, "blue"], [1, 0, 1, "red"], [0, 0, 2, "yellow"],
  [2, 3, 0, "red"], [3, 2, 0, "green"], [3, 3, 1, "red"], [1, 1, 1, "green"],
];

function spotsOf(game: string): readonly Spot[] {
  if (game === "cage") return CAGE;
  if (game === "cubulus") return CUBULUS;
  if (game === "cubeo") return CUBEO;
  return QUIXO.flatMap((row, y) =>
    [...row].map((sign, x): Spot => [x, y, 0, "maple", sign === "." ? "" : sign]),
  );
}

export function GamePicture({ game }: { game: string }) {
  const spots = [...spotsOf(game)].sort((a, b) => a[0] + a[1] + a[2] * 0.1 - (b[0] + b[1] + b[2] * 0.1));
  const far = game === "quixo" ? 4 : game === "cubeo" ? 3 : 2;
  const wide = (far + 2) * SIZE * 0.9;
  const top = -SIZE * (game === "quixo" ? 2 : 3.6);
  const high = (far + 2.2) * SIZE - top;
  return (
    <svg class={`art art-${game}`} viewBox={`${-wide} ${top} ${2 * wide} ${high}`} aria-hidden="true">
      <polygon class="ground" points={ground(far)} />
      {spots.map(([x, y, z, colour, sign]) => (
        <Cube key={`${x}${y}${z}`} x={x} y={y} z={z} colour={colour} sign={sign ?? ""} ball={game === "cubulus"} />
      ))}
    </svg>
  );
}

/** One cube on an empty table. */
export function LoneCube() {
  return (
    <svg class="art lone" viewBox="-50 -24 100 74" aria-hidden="true">
      <polygon class="ground" points={ground(0)} />
      <Cube x={0} y={0} z={0} colour="maple" />
    </svg>
  );
}

function ground(far: number): string {
  const corner = (x: number, y: number) => `${((x - y) * SIZE * 0.87).toFixed(1)},${((x + y) * SIZE * 0.5 + SIZE).toFixed(1)}`;
  const [low, high] = [-1, far + 1];
  return [corner(low, low), corner(high, low), corner(high, high), corner(low, high)].join(" ");
}
