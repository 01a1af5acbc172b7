/** What a board calls the seats that its pieces point to: you, a player by name, or (where nobody plays)
 * the seat as the game calls it. */
import { createContext } from "preact";
import { t } from "../i18n";

export interface Called {
  /** `you`, `player`, or the seat. */
  readonly facing: string;
  /** The player's name, or the seat. */
  readonly seat: string;
}

export type Calling = (seat: string) => Called;

export const bySeat: Calling = (seat) => ({ facing: seat, seat });

export const CallingContext = createContext<Calling>(bySeat);

/** "to you", "to Ole", "to N" */
export const whom = ({ facing, seat }: Called): string => t("dot.whom", { facing, seat });
