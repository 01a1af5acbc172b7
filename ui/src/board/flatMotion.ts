/** Moves on the flat board: pieces glide from where they were; new ones come in from above. */
import type { Phases, Transition } from "./board";

const TIMES: Readonly<Record<string, number>> = { slide: 180, turn: 260, fall: 220, enter: 180, leave: 120 };

/** Where an item was, and where it is now (null: it is gone), with the time that it takes. */
export interface Glide {
  readonly from: string;
  readonly to: string | null;
  readonly time: number;
}

/** The phases of an act, put together item by item. */
export function glides(phases: Phases): readonly Glide[] {
  const found = new Map<string, Glide>();
  for (const phase of phases) {
    for (const { item, phase: kind, becomes } of phase) {
      const time = Math.min(420, (found.get(item)?.time ?? 0) + (TIMES[kind] ?? 180));
      found.set(item, { from: item, to: becomes || null, time });
    }
  }
  return [...found.values()];
}

const cellAt = (host: HTMLElement, place: string): HTMLElement | null =>
  host.querySelector<HTMLElement>(`[data-places~="${CSS.escape(place)}"]`);

/** Let the pieces of a board glide to where they are drawn already. */
export function animate(host: HTMLElement, { phases, lead }: Transition): void {
  for (const { from, to, time } of glides(phases)) {
    const there = to === null ? null : cellAt(host, to);
    const piece = there?.querySelector<HTMLElement>(".piece");
    if (!there || !piece) continue;
    const here = cellAt(host, from);
    const options = { duration: time, delay: lead, fill: "backwards", easing: "ease-out" } as const;
    if (here && here !== there) {
      const [a, b] = [here.getBoundingClientRect(), there.getBoundingClientRect()];
      piece.style.zIndex = "2";
      piece
        .animate(
          [{ transform: `translate(${a.left - b.left}px, ${a.top - b.top}px)` }, { transform: "none" }],
          options,
        )
        .finished.then(
          () => piece.style.removeProperty("z-index"),
          () => undefined,
        );
    } else {
      piece.animate(
        [{ transform: "translateY(-60%) scale(0.9)", opacity: 0 }, { transform: "none", opacity: 1 }],
        options,
      );
    }
  }
}
