/** The board in space, loaded when it is wanted. Throws an Error where there is no WebGL. */
import type { BoardEvents, BoardOptions, MakeBoard } from "../board";
import { SpaceBoard } from "./spaceBoard";

export type { SpaceBoard } from "./spaceBoard";

export const makeSpaceBoard = ((
  host: HTMLElement,
  events: BoardEvents,
  options: BoardOptions,
): SpaceBoard => new SpaceBoard(host, events, options)) satisfies MakeBoard;
