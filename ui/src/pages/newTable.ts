/** The three quick ways to a game. */
import { api, ApiError } from "../net/api";
import { socket } from "../net/socket";
import type { GameEntry, NewTable } from "../net/types";
import { say } from "../parts/Toast";
import { go } from "../state/route";
import { remember, settings } from "../state/settings";

export type Way = "computer" | "friend" | "device";

export const playersOf = (game: GameEntry): number => {
  const wanted = settings.value.players[game.name];
  return wanted !== undefined && game.players.includes(wanted) ? wanted : game.players[0]!;
};

export function choosePlayers(game: GameEntry, players: number): void {
  remember({ players: { ...settings.value.players, [game.name]: players } });
}

export async function start(game: GameEntry, way: Way): Promise<void> {
  const players = playersOf(game);
  const other = { computer: `level${settings.value.level}`, friend: "friend", device: "device" }[way];
  await open({
    game: game.name,
    players,
    seats: ["me", ...Array<string>(players - 1).fill(other)],
  });
}

/** The table that was opened here last. */
export const latest = { table: "" };

/** Open a table and go there. */
export async function open(table: Partial<NewTable> & { game: string }): Promise<void> {
  const name = settings.value.name;
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
