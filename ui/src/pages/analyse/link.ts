/** What is analysed, as an address: whoever opens it sees the same. */

export interface Studied {
  readonly game: string;
  readonly players: number;
  readonly options: Readonly<Record<string, string>>;
  /** Null: the usual start. */
  readonly start: string | null;
  /** Moves and draws of chance. */
  readonly acts: readonly string[];
}

const OPTION = "option.";

export function linkOf({ game, players, options, start, acts }: Studied): string {
  const said = new URLSearchParams({ game, players: String(players) });
  for (const [name, value] of Object.entries(options)) said.set(OPTION + name, value);
  if (start !== null) said.set("position", start);
  if (acts.length) said.set("moves", acts.join(" "));
  return `/analyse?${said}`;
}

/** Null: the address names no game. */
export function linked(search: string, usual: (game: string) => number | null): Studied | null {
  const said = new URLSearchParams(search);
  const game = said.get("game");
  const players = game === null ? null : usual(game);
  if (game === null || players === null) return null;
  const options = [...said].filter(([name]) => name.startsWith(OPTION)).map(([name, value]) => [name.slice(OPTION.length), value]);
  return {
    game,
    players: Number(said.get("players")) || players,
    options: Object.fromEntries(options) as Record<string, string>,
    start: said.get("position"),
    acts: (said.get("moves") ?? "").split(" ").filter(Boolean),
  };
}
