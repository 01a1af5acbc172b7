/** A hint on the flat board: an arrow from where the move begins to where it ends. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

interface Line {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const HEAD = 14;

/** The middle of a cell, from the corner of the board. */
function middleOf(board: HTMLElement, target: string): readonly [number, number] | null {
  const cell = board.querySelector(`.cell.hinted[data-place="${target}"]`);
  if (!cell) return null;
  const [{ x, y }, box] = [board.getBoundingClientRect(), cell.getBoundingClientRect()];
  return [box.x - x + box.width / 2, box.y - y + box.height / 2];
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
    const measure = () => {
      const ends = key.split(",").flatMap((target) => {
        const at = middleOf(host, target);
        return at ? [at] : [];
      });
      const [from, to] = [ends[0], ends.at(-1)];
      setLine(from && to && from !== to ? { from, to } : null);
    };
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
