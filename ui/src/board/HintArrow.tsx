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

/** Where what is hinted is seen; null: nowhere. */
function boxOf(within: ParentNode, target: string): DOMRect | null {
  const boxes = [...within.querySelectorAll(`[data-hint="${target}"]`)].map((one) => one.getBoundingClientRect());
  return boxes.find(({ width }) => width > 0) ?? null;
}

const middleOf = ({ x, y, width, height }: DOMRect): Point => [x + width / 2, y + height / 2];

/** Where a box is nearest to a point: words on a tool can still be read. */
const edgeOf = ({ left, right, top, bottom }: DOMRect, [x, y]: Point): Point => [
  Math.max(left, Math.min(right, x)),
  Math.max(top, Math.min(bottom, y)),
];

function lineOf(board: HTMLElement, targets: readonly string[]): Line | null {
  const end = targets.findLast((target) => boxOf(board, target));
  if (end === undefined) return null;
  const to = middleOf(boxOf(board, end)!);
  const start = targets.find((target) => target !== end);
  const cell = start === undefined ? null : boxOf(board, start);
  // tools stand beside the board
  const tool = start === undefined ? null : boxOf(board.closest(".board-area")?.parentElement ?? board, start);
  const from = cell ? middleOf(cell) : tool ? edgeOf(tool, to) : ([to[0], to[1] - ABOVE] as const);
  const { x, y } = board.getBoundingClientRect();
  return { from: [from[0] - x, from[1] - y], to: [to[0] - x, to[1] - y] };
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
