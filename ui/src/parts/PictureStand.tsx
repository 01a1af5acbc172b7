/** What the cubes of a picture stand on, or are held by: below them, and in front of them. */
import type { Picture } from "../games/skin";
import { point, points, SIZE } from "./projection";

const RIM = 0.4;
const THICK = 0.45;

export function Ground({ picture: { stand, wide } }: { picture: Picture }) {
  if (stand === "disc") return <Disc wide={wide} />;
  const [low, high] = [-RIM, wide + RIM];
  return (
    <>
      <polygon class="ground-left" points={points([low, high, 0], [high, high, 0], [high, high, -THICK], [low, high, -THICK])} />
      <polygon class="ground-right" points={points([high, high, 0], [high, low, 0], [high, low, -THICK], [high, high, -THICK])} />
      <polygon class="ground" points={points([low, low, 0], [high, low, 0], [high, high, 0], [low, high, 0])} />
      {stand === "rings" && <Walls wide={wide} back />}
      {stand === "net" && <Net wide={wide} />}
    </>
  );
}

/** What is seen in front of the cubes. */
export function Hull({ picture: { stand, wide } }: { picture: Picture }) {
  return stand === "rings" ? <Walls wide={wide} /> : null;
}

/** A round turntable. Circles on the ground are drawn as ellipses. */
function Disc({ wide }: { wide: number }) {
  const [cx, cy] = point(wide / 2, wide / 2, 0);
  const across = wide * 0.74 * SIZE * 1.23;
  const down = across * 0.575;
  const lines = Array.from({ length: wide + 1 }, (_, at) => at);
  return (
    <>
      <ellipse class="ground-right" cx={cx} cy={cy + THICK * SIZE} rx={across} ry={down} />
      <ellipse class="ground" cx={cx} cy={cy} rx={across} ry={down} />
      {lines.map((at) => (
        <polyline key={`x${at}`} class="groove" points={points([at, 0, 0], [at, wide, 0])} />
      ))}
      {lines.map((at) => (
        <polyline key={`y${at}`} class="groove" points={points([0, at, 0], [wide, at, 0])} />
      ))}
    </>
  );
}

/** The rings of a see-through box: those at the back, or those in front. */
function Walls({ wide, back = false }: { wide: number; back?: boolean }) {
  const [low, high] = [-0.12, wide + 0.12];
  const corner = back ? low : high;
  const rings = Array.from({ length: wide + 1 }, (_, at) => at);
  const side = back ? "wall back" : "wall";
  return (
    <>
      <polygon class={side} points={points([low, corner, 0], [high, corner, 0], [high, corner, wide], [low, corner, wide])} />
      <polygon class={side} points={points([corner, low, 0], [corner, high, 0], [corner, high, wide], [corner, low, wide])} />
      {rings.map((at) => (
        <polyline
          key={at}
          class={at === 0 || at === wide ? "ring thick" : "ring"}
          points={back ? points([low, high, at], [low, low, at], [high, low, at]) : points([low, high, at], [high, high, at], [high, low, at])}
        />
      ))}
      {(back ? [[low, low]] : [[low, high], [high, high], [high, low]]).map(([x, y]) => (
        <polyline key={`${x}${y}`} class="ring" points={points([x!, y!, 0], [x!, y!, wide])} />
      ))}
    </>
  );
}

/** An elastic lattice: all places, and what holds them together. */
function Net({ wide }: { wide: number }) {
  const middles = Array.from({ length: wide }, (_, at) => at + 0.5);
  const [from, to] = [-0.05, wide + 0.05];
  return (
    <g class="net">
      {middles.flatMap((x) =>
        middles.flatMap((y) =>
          middles.map((z) => {
            const [cx, cy] = point(x, y, z);
            return <circle key={`${x}${y}${z}`} cx={cx} cy={cy} r={SIZE * 0.5} />;
          }),
        ),
      )}
      {middles.flatMap((a) =>
        middles.flatMap((b) => [
          <polyline key={`x${a}${b}`} points={points([from, a, b], [to, a, b])} />,
          <polyline key={`y${a}${b}`} points={points([a, from, b], [a, to, b])} />,
          <polyline key={`z${a}${b}`} points={points([a, b, from], [a, b, to])} />,
        ]),
      )}
    </g>
  );
}
