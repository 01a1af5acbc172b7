/** Moves on the flat board, phase by phase: pieces slide, turn about the middle of their layer, tip
 * over to another layer, fall, and come in from above. */
import type { Phases, Transition } from "./board";
import { motionTime, phaseTime } from "./times";

/** One stage on an item's way; `from` null: it comes in. */
export interface Stage {
  readonly kind: string;
  readonly from: string | null;
  readonly to: string;
  readonly start: number;
  readonly time: number;
}

/** The way of an item to the place where it is in the end. */
export interface Journey {
  readonly to: string;
  readonly stages: readonly Stage[];
}

/** The way of every item that is still there after the phases; they begin one after another. */
export function journeys(phases: Phases): { readonly ways: readonly Journey[]; readonly time: number } {
  const found = new Map<string, { to: string; stages: Stage[] }>();
  let start = 0;
  for (const phase of phases) {
    for (const { item, phase: kind, to, becomes } of phase) {
      const way = found.get(item) ?? { to: becomes, stages: [] };
      const known = way.stages.at(-1)?.to ?? (kind === "enter" ? null : item);
      way.stages.push({ kind, from: known, to, start, time: motionTime(kind) });
      way.to = becomes;
      found.set(item, way);
    }
    start += phaseTime(phase);
  }
  return { ways: [...found.values()].filter(({ to }) => to), time: start };
}

const cellAt = (host: HTMLElement, place: string): HTMLElement | null =>
  host.querySelector<HTMLElement>(`[data-places~="${CSS.escape(place)}"]`);

interface Point {
  readonly x: number;
  readonly y: number;
}

function middle(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Points from one place to another about a centre, the shorter way round. */
export function arc(from: Point, to: Point, centre: Point, count = 6): readonly Point[] {
  const polar = ({ x, y }: Point) => [Math.hypot(x - centre.x, y - centre.y), Math.atan2(y - centre.y, x - centre.x)] as const;
  const [[near, begin], [far, end]] = [polar(from), polar(to)];
  const round = ((end - begin + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  return Array.from({ length: count + 1 }, (_, at) => {
    const share = at / count;
    const [radius, angle] = [near + (far - near) * share, begin + round * share];
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  });
}

/** The keyframes of a journey, as seen from where it ends. */
function frames(host: HTMLElement, { to, stages }: Journey, all: number): Keyframe[] {
  const end = cellAt(host, to);
  if (!end) return [];
  const rest = middle(end);
  const shift = ({ x, y }: Point, more = "") => `translate(${x - rest.x}px, ${y - rest.y}px)${more}`;
  const found: Keyframe[] = [];
  for (const { kind, from, to: next, start, time } of stages) {
    const [here, there] = [from === null ? null : cellAt(host, from), cellAt(host, next)];
    if (!there) continue;
    const [begin, finish] = [start / all, Math.min(1, (start + time) / all)];
    const target = middle(there);
    if (!here) {
      const above = { x: target.x, y: target.y - there.offsetHeight * 0.6 };
      found.push({ offset: begin, transform: shift(above, " scale(0.9)"), opacity: 0 });
    } else if (kind === "turn") {
      const [grid, other] = [here.closest(".grid"), there.closest(".grid")];
      const path = grid && grid === other ? arc(middle(here), target, middle(grid)) : [];
      if (path.length) {
        path.forEach((point, at) => {
          found.push({ offset: begin + ((finish - begin) * at) / (path.length - 1), transform: shift(point), opacity: 1 });
        });
        continue;
      }
      const half = (begin + finish) / 2; // it tips over: thin, then elsewhere
      found.push({ offset: begin, transform: shift(middle(here)), opacity: 1 });
      found.push({ offset: half, transform: shift(middle(here), " scaleY(0)"), opacity: 1 });
      found.push({ offset: half, transform: shift(target, " scaleY(0)"), opacity: 1 });
    } else {
      found.push({ offset: begin, transform: shift(middle(here)), opacity: 1, easing: kind === "fall" ? "ease-in" : "ease-out" });
    }
    found.push({ offset: finish, transform: shift(target), opacity: 1 });
  }
  const [first] = found;
  if (first && first.offset !== 0) found.unshift({ ...first, offset: 0 });
  found.push({ offset: 1, transform: "none", opacity: 1 });
  return found;
}

/** Let the pieces of a board go to where they are drawn already. */
export function animate(host: HTMLElement, { phases, lead }: Transition): void {
  const { ways, time } = journeys(phases);
  host.dataset["arriving"] = "";
  setTimeout(() => delete host.dataset["arriving"], lead + time);
  for (const way of ways) {
    const piece = cellAt(host, way.to)?.querySelector<HTMLElement>(".piece");
    const keyframes = piece ? frames(host, way, time) : [];
    if (!piece || !keyframes.length) continue;
    piece.style.zIndex = "2";
    piece.animate(keyframes, { duration: time, delay: lead, fill: "backwards" }).finished.then(
      () => piece.style.removeProperty("z-index"),
      () => undefined,
    );
  }
}
