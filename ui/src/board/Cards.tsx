/** The board as it is seen from its sides, and cards with how near they are to being seen. */
import { maybe, t } from "../i18n";
import type { Card, Scene, Sight } from "../net/types";
import { cardText, squaresText } from "./cardText";
import { SIGNS } from "./colours";

type Squares = readonly { x: number; y: number; colour: string }[];

function Picture({
  wide,
  high,
  squares,
  glow = [],
  small = false,
}: {
  wide: number;
  high: number;
  squares: Squares;
  glow?: readonly (readonly number[])[];
  small?: boolean;
}) {
  return (
    <svg class={`picture${small ? " small" : ""}`} viewBox={`-0.1 -0.1 ${wide + 0.2} ${high + 0.2}`} aria-hidden="true">
      {Array.from({ length: wide * high }, (_, at) => (
        <rect key={at} class="nothing" x={(at % wide) + 0.04} y={Math.floor(at / wide) + 0.04} width="0.92" height="0.92" rx="0.1" />
      ))}
      {squares.map(({ x, y, colour }) => (
        <rect key={`${x}.${y}`} class={`fill-${colour}`} x={x + 0.04} y={high - 1 - y + 0.04} width="0.92" height="0.92" rx="0.1" />
      ))}
      {squares.map(({ x, y, colour }) => (
        <text key={`t${x}.${y}`} x={x + 0.5} y={high - y - 0.32}>
          {SIGNS[colour] ?? ""}
        </text>
      ))}
      {glow.map(([x, y]) => (
        <rect key={`g${x}.${y}`} class="glow" x={x! + 0.04} y={high - 1 - y! + 0.04} width="0.92" height="0.92" rx="0.1" />
      ))}
    </svg>
  );
}

export function Sights({ scene, lit }: { scene: Scene; lit: Card | null }) {
  if (!scene.sights.length) return null;
  return (
    <section class="sights" aria-label={t("board.sights")}>
      {scene.sights.map((sight: Sight) => (
        <figure key={sight.id}>
          <Picture
            wide={sight.width}
            high={sight.height}
            squares={sight.squares}
            glow={lit?.near?.sight === sight.id ? lit.near.cells : []}
          />
          <figcaption>
            {maybe(`sight.${sight.id}`) ?? sight.id}
            <span class="sr">: {squaresText(sight.squares)}</span>
          </figcaption>
        </figure>
      ))}
    </section>
  );
}

export function CardPicture({ card: { squares } }: { card: Card }) {
  const wide = Math.max(...squares.map(({ x }) => x)) + 1;
  const high = Math.max(...squares.map(({ y }) => y)) + 1;
  return <Picture wide={wide} high={high} squares={squares} small />;
}

interface CardProps {
  readonly card: Card;
  readonly lit: boolean;
  readonly onLight: (card: string | null) => void;
}

export function CardView({ card, lit, onLight }: CardProps) {
  const near = card.near;
  const text = nearText(card);
  const name = [cardText(card), text].filter(Boolean).join(". ");
  return (
    <button
      type="button"
      class={`card${lit ? " lit" : ""}`}
      title={text}
      aria-label={name}
      aria-pressed={lit}
      onClick={() => onLight(lit ? null : card.id)}
    >
      <CardPicture card={card} />
      {near && (
        <span class="near" aria-hidden="true">
          {near.seen}/{card.squares.length}
        </span>
      )}
    </button>
  );
}

/** How much of a card is seen already, and from where. */
function nearText({ near, squares }: Card): string {
  if (!near) return "";
  const sight = maybe(`sight.${near.sight}`) ?? near.sight;
  return t("board.near", { seen: near.seen, all: squares.length, sight });
}
