/** Asking the server over HTTP. */
import type { Catalogue, Command, CreatedTable, ErrorBody, History, Lessons, NewTable, Preview, TableCard, Thought, Update } from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

const OFFLINE: ErrorBody = { code: "offline", message: "The server can't be reached.", where: "" };

async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      signal,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, OFFLINE);
  }
  const data: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const body = (data as { error?: ErrorBody } | null)?.error;
    throw new ApiError(response.status, body ?? { ...OFFLINE, code: "unknown" });
  }
  return data as T;
}

let games: Promise<Catalogue> | null = null;

export const api = {
  /** What games there are: asked once. */
  games(): Promise<Catalogue> {
    games ??= ask<Catalogue>("GET", "/games").catch((error: unknown) => {
      games = null;
      throw error;
    });
    return games;
  },
  create: (table: NewTable) => ask<CreatedTable>("POST", "/tables", table),
  mine: () => ask<TableCard[]>("GET", "/me/tables?limit=12"),
  lobby: (status: "open" | "live") => ask<TableCard[]>("GET", `/tables?status=${status}&limit=12`),
  command: (table: string, command: Command) => ask<{ revision: number }>("POST", `/tables/${table}/commands`, command),
  hint: (table: string, seat: number) => ask<Thought>("POST", `/tables/${table}/hint?seat=${seat}`),
  preview(table: string, move: string, seat: number, signal: AbortSignal): Promise<Preview> {
    const query = new URLSearchParams({ move, seat: String(seat) });
    return ask("GET", `/tables/${table}/preview?${query}`, undefined, signal);
  },
  token: (table: string, seat: number) =>
    ask<{ seat: number; token: string }>("POST", `/tables/${table}/tokens?seat=${seat}`),
  resume: (table: string, seat: number, token: string) =>
    ask<Update>("POST", `/tables/${table}/resume`, { seat, token }),
  history: (table: string, view: number | null) =>
    ask<History>("GET", `/tables/${table}/history${view === null ? "" : `?view=${view}`}`),
  lessons: (game: string) => ask<Lessons>("GET", `/games/${game}/lessons`),
};
