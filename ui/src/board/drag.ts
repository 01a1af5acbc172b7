/** Dragging: what is picked up at one target is put down at another. A short way is a click. */
import { useEffect, useRef } from "preact/hooks";
import type { BoardEvents } from "./board";

/** Pixels that a pointer moves before it drags. */
const FAR = 8;

interface Grip {
  readonly target: string;
  readonly x: number;
  readonly y: number;
  readonly source: HTMLElement;
  ghost: HTMLElement | null;
}

const targetAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-target]")?.dataset["target"] ?? null;

/** Whatever is marked as legal inside `selector` can be dragged. */
export function useDrag(selector: string, events: BoardEvents): void {
  const latest = useRef(events);
  latest.current = events;
  useEffect(() => {
    let grip: Grip | null = null;
    const drop = () => {
      grip?.ghost?.remove();
      grip?.source.classList.remove("dragged");
      grip = null;
    };
    const down = (event: PointerEvent) => {
      drop();
      const source = (event.target as Element).closest<HTMLElement>(`${selector} .legal[data-target]`);
      if (!source || event.button !== 0) return;
      source.releasePointerCapture?.(event.pointerId);
      grip = { target: source.dataset["target"]!, x: event.clientX, y: event.clientY, source, ghost: null };
    };
    const move = (event: PointerEvent) => {
      if (!grip) return;
      const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
      if (!grip.ghost && Math.hypot(x, y) < FAR) return;
      grip.ghost ??= ghostOf(grip.source);
      grip.source.classList.add("dragged");
      grip.ghost.style.transform = `translate(${x}px, ${y}px)`;
    };
    const up = (event: PointerEvent) => {
      const held = grip;
      drop();
      if (!held?.ghost) return;
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      const target = targetAt(event.clientX, event.clientY);
      if (target && target !== held.target) latest.current.drag(held.target, target);
    };
    addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", drop);
    return () => {
      drop();
      removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", drop);
    };
  }, [selector]);
}

/** The end of a drag is no click. */
function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function ghostOf(source: HTMLElement): HTMLElement {
  const seen = source.querySelector<HTMLElement>(".piece") ?? source;
  const { left, top, width, height } = seen.getBoundingClientRect();
  const ghost = seen.cloneNode(true) as HTMLElement;
  ghost.classList.add("drag-ghost");
  ghost.setAttribute("aria-hidden", "true");
  const cell = getComputedStyle(source).getPropertyValue("--cell");
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  ghost.style.setProperty("--cell", cell || `${width}px`);
  document.body.append(ghost);
  return ghost;
}
