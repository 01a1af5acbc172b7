/** The board in space, loaded when it is wanted. Throws an Error where there is no WebGL. */
import type { SpaceSkin } from "../../games/spaceSkin";
import type { BoardEvents } from "../board";
import { SpaceBoard } from "./spaceBoard";

export type { SpaceBoard };

/** `still`: nothing moves by itself. */
export const makeSpaceBoard = (
  host: HTMLElement,
  events: BoardEvents,
  skin: SpaceSkin,
  still: boolean,
): SpaceBoard => new SpaceBoard(host, events, skin, still);
