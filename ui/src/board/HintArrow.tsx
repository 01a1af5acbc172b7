/** A hint on the flat board: an arrow from where the move begins, on the board or beside it, to where it
 * ends. A move that is a single place has one that comes from above. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

type Point = readonly [number, number];

interface Line {
  readonly from: Point;
  readonly to: Point;
}

const HEAD = 14;
/** Pixels from which an arrow to a single place comes. */
const ABOVE = 52;

/** The middle of what is hinted, from the corner of the board; null: it is not seen. */
function middleOf(board: HTMLElement, within: ParentNode, target: string): Point | null {
  const { x, y } = board.getBoundingClientRect();
  const boxes = [...within.querySelectorAll(`[data-hint="${target}"]`)].map((one) => one.getBoundingClientRect());
  const box = boxes.find(({ width }) => width > 0);
  return box ? [box.x - x + box.width / 2, box.y - y + box.height / 2] : null;
}

function lineOf(board: HTMLElement, targets: readonly string[]): Line | null {
  // tools stand beside the board
  const area = board.closest(".board-area")?.parentElement ?? board;
  const points = targets.map((target) => middleOf(board, area, target)).filter((point) => point !== null);
  const to = targets.map((target) => middleOf(board, board, target)).findLast((point) => point !== null);
  if (!to) return null;
  const from = points.find(([x, y]) => x !== to[0] || y !== to[1]);
  return { from: from ?? [to[0], to[1] - ABOVE], to };
}

export function HintArrow({ board, hint }: { board: RefObject<HTMLElement | null>; hint: readonly string[] }) {
  const [line, setLine] = useState<Line | null>(null);
  const key = hint.join();
  useLayoutEffect(() => {
    const host = board.current;
    if (!host || !key) {
      setLine(null);
      return;
    }
    const measure = () => setLine(lineOf(host, key.split(",")));
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    measure();
    return () => observer.disconnect();
  }, [key]);
  if (!line) return null;
  const { from, to } = line;
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [right, down] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
  const point = (along: number, aside: number): string =>
    `${from[0] + right * along - down * aside} ${from[1] + down * along + right * aside}`;
  const neck = far - HEAD;
  return (
    <svg class="hint-arrow" aria-hidden="true">
      <path
        d={`M${point(0, 4)}L${point(neck, 4)}L${point(neck, 11)}L${point(far + 6, 0)}L${point(neck, -11)}L${point(neck, -4)}L${point(0, -4)}Z`}
      />
    </svg>
  );
}
