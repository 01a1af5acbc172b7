/** The picture of a game: cubes or balls on what they stand on, seen from a corner. */
import type { ComponentChildren } from "preact";
import type { GameSkin, Picture, PictureCube } from "../games/skin";
import { Ground, Hull } from "./PictureStand";
import { face, point, SIZE } from "./projection";
import { PictureSign } from "./PictureSign";

/** The faces of a cube that are seen. */
const FACES = ["top", "left", "right"] as const;

function Cube({ cube: [x, y, z, colour, sign] }: { cube: PictureCube }) {
  return (
    <g class={`x${x} y${y} z${z}`}>
      {FACES.map((side) => (
        <g key={side} transform={face(side, x, y, z)}>
          <rect class={`fill-${colour} edge`} width="1" height="1" />
          <rect class={`fill-${colour} side-${side}`} x="0.03" y="0.03" width="0.94" height="0.94" rx="0.1" />
          {(side === "top" || sign === undefined) && <PictureSign name={sign ?? colour} />}
        </g>
      ))}
    </g>
  );
}

function Ball({ cube: [x, y, z, colour], shade }: { cube: PictureCube; shade: string }) {
  const [cx, cy] = point(x + 0.5, y + 0.5, z + 0.5);
  return (
    <g class={`x${x} y${y} z${z}`}>
      <circle class={`fill-${colour}`} cx={cx} cy={cy} r={SIZE * 0.56} />
      <g transform={`translate(${cx} ${cy}) scale(${SIZE * 0.8}) translate(-0.5 -0.5)`}>
        <PictureSign name={colour} />
      </g>
      <circle fill={`url(#${shade})`} cx={cx} cy={cy} r={SIZE * 0.56} />
    </g>
  );
}

export function GamePicture({ skin }: { skin: GameSkin }) {
  const { cubes, round } = skin.picture;
  const shade = `shade-${skin.name}`;
  // what is further back is drawn first
  const sorted = [...cubes].sort(([x, y, z], [u, v, w]) => x + y + z - u - v - w);
  return (
    <Frame picture={skin.picture} name={skin.name}>
      {round && <Shade id={shade} />}
      {sorted.map((cube) =>
        round ? <Ball key={cube.join()} cube={cube} shade={shade} /> : <Cube key={cube.join()} cube={cube} />,
      )}
    </Frame>
  );
}

const LONE: Picture = { cubes: [[0, 0, 0, "maple", ""]], round: false, stand: "tray", wide: 1, high: 1.4 };

/** One cube on an empty table. */
export function LoneCube() {
  return (
    <Frame picture={LONE} name="lone">
      <Cube cube={LONE.cubes[0]!} />
    </Frame>
  );
}

function Frame({ picture, name, children }: { picture: Picture; name: string; children: ComponentChildren }) {
  const { wide, high } = picture;
  const half = (wide + 0.85) * SIZE * 0.87;
  const [top, bottom] = [-high * SIZE, (wide + 1) * SIZE];
  return (
    <svg class={`art art-${name}`} viewBox={`${-half} ${top} ${2 * half} ${bottom - top}`} aria-hidden="true">
      <Ground picture={picture} />
      {children}
      <Hull picture={picture} />
    </svg>
  );
}

/** Light from above on a ball. */
function Shade({ id }: { id: string }) {
  return (
    <radialGradient id={id} cx="38%" cy="30%" r="75%">
      <stop offset="0%" stop-color="#fff" stop-opacity="0.55" />
      <stop offset="40%" stop-color="#fff" stop-opacity="0" />
      <stop offset="100%" stop-color="#000" stop-opacity="0.38" />
    </radialGradient>
  );
}
