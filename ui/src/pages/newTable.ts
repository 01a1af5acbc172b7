/** The three quick ways to a game. */
import { api, ApiError } from "../net/api";
import { socket } from "../net/socket";
import type { GameEntry, NewTable } from "../net/types";
import { say } from "../parts/Toast";
import { CLOCKS, quickOf, seatsOf } from "../state/quick";
import { go } from "../state/route";
import { settings } from "../state/settings";

export type Way = "computer" | "friend" | "device";

export async function start(game: GameEntry, way: Way): Promise<void> {
  const { players, level, begins, clock } = quickOf(game);
  const other = { computer: `level${level}`, friend: "friend", device: "device" }[way];
  await open({
    game: game.name,
    players,
    // whoever shares a device sorts that out
    seats: way === "device" ? seatsOf({ players, begins: "me" }, other) : seatsOf({ players, begins }, other),
    ...(begins === "lot" && way !== "device" ? { order: "drawn" } : {}),
    clock: CLOCKS[clock]!,
  });
}

/** The table that was opened here last. */
export const latest = { table: "" };

/** Open a table and go there. */
export async function open(table: Partial<NewTable> & { game: string }): Promise<void> {
  const name = settings.value.name.trim();
  try {
    const made = await api.create({ ...(name ? { name } : {}), ...table } as NewTable);
    socket.renew(); // the first answer may have brought a cookie
    latest.table = made.update.table;
    go(`/t/${made.update.table}`);
  } catch (error) {
    if (error instanceof ApiError) say(error.message);
    else throw error;
  }
}
