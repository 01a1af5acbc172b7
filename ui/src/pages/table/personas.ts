/** The computers' names and faces. Who sits at a table gets names that differ from one another. */
import type { SeatView } from "../../net/types";

export interface Persona {
  readonly name: string;
  /** The colour of the face, as styles know it. */
  readonly colour: string;
  /** How the eyes and the mouth are drawn, on a face of 24 by 24. */
  readonly eyes: string;
  readonly mouth: string;
}

const ROUND = "M8.5 10.5h.01M15.5 10.5h.01";
const GLASSES = "M6.5 10.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M13.5 10.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M10.5 10.5h3";
const ARCHES = "M7 11q1.5-2 3 0M14 11q1.5-2 3 0";
const LINES = "M7 10.5h3M14 10.5h3";

/** In the order of the levels. */
export const PERSONAS: readonly Persona[] = [
  { name: "Pip", colour: "yellow", eyes: ROUND, mouth: "M8.5 14.5q3.5 3.5 7 0" },
  { name: "Mia", colour: "orange", eyes: ARCHES, mouth: "M9 14.5q3 2.5 6 0" },
  { name: "Ole", colour: "green", eyes: ROUND, mouth: "M9 15h6" },
  { name: "Ada", colour: "blue", eyes: GLASSES, mouth: "M9.5 15.5q2.5 1.5 5 0" },
  { name: "Tomo", colour: "white", eyes: LINES, mouth: "M9 15.5q3 1 6-1" },
  { name: "Vera", colour: "red", eyes: ARCHES, mouth: "M9 15.5h6" },
  { name: "Iris", colour: "green", eyes: GLASSES, mouth: "M10 15.5h4" },
  { name: "Max", colour: "blue", eyes: LINES, mouth: "M9 16q3-1.5 6 0" },
];

const LEVEL = /^level(\d)$/;

/** The level of an engine; null: it has none. */
export function levelOf(engine: string): number | null {
  const found = LEVEL.exec(engine);
  return found ? Number(found[1]) : null;
}

/** Whom each engine seat shows, by seat: no two are the same while there are enough. */
export function personasOf(seats: readonly Pick<SeatView, "seat" | "engine">[]): ReadonlyMap<number, Persona> {
  const taken = new Set<number>();
  const found = new Map<number, Persona>();
  for (const { seat, engine } of seats) {
    if (!engine) continue;
    let at = (levelOf(engine) ?? PERSONAS.length) - 1;
    while (taken.has(at) && taken.size < PERSONAS.length) at = (at + 1) % PERSONAS.length;
    taken.add(at);
    found.set(seat, PERSONAS[at]!);
  }
  return found;
}
