/** Asking the server over HTTP. */
import { spoken } from "../i18n";
import { errorText } from "../i18n/said";
import { siteAddress } from "./site";
import type {
  Addresses,
  AnalysisLine,
  AnalysisRequest,
  Catalogue,
  CheckedBoard,
  Command,
  Course,
  CreatedTable,
  ErrorBody,
  FilmRequest,
  GameRecord,
  GreatGames,
  History,
  KnownValues,
  Lessons,
  NewTable,
  Position,
  PositionRequest,
  Preview,
  PuzzleList,
  PuzzleStart,
  ReadRecords,
  ReviewLine,
  StillRequest,
  TableCard,
  Thought,
  TryResult,
  Update,
  WinAnswer,
  WinList,
  WinStart,
} from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(errorText(body));
  }
}

const OFFLINE: ErrorBody = { code: "offline", message: "", where: "", game: "", place: "" };

/** What tells the server in which language it answers; it speaks English unasked. */
const inLanguage = (): string => (spoken.value.language === "en" ? "" : `?lang=${spoken.value.language}`);

/** So often a question is asked again if too many of ours were asked at once. */
const TRIES = 3;

const pause = (seconds: number) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** What the server answers, if it does as it was asked. Whoever can stop a question waits for its turn. */
async function answer(method: string, path: string, body: unknown, signal: AbortSignal | null, tries = TRIES): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(siteAddress(`/api${path}`), {
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
  if (response.status === 429 && signal && tries > 0) {
    await pause(Number(response.headers.get("Retry-After")) || 1);
    if (signal.aborted) throw new ApiError(0, OFFLINE);
    return answer(method, path, body, signal, tries - 1);
  }
  if (!response.ok) {
    const data = (await response.json().catch(() => null)) as { error?: ErrorBody } | null;
    throw new ApiError(response.status, data?.error ?? { ...OFFLINE, code: "unknown" });
  }
  return response;
}

async function ask<T>(method: string, path: string, body?: unknown, signal: AbortSignal | null = null): Promise<T> {
  const response = await answer(method, path, body, signal);
  return (await response.json().catch(() => null)) as T;
}

/** Answers that come line by line, each as soon as it is there. */
async function* lines<T>(method: string, path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  const response = await answer(method, path, body, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw new ApiError(0, OFFLINE); // the connection was lost on the way
    });
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop()!;
    for (const part of parts) yield JSON.parse(part) as T;
  }
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
  /** Your games that go on. */
  going: () => ask<TableCard[]>("GET", "/me/tables?status=going_on"),
  /** Your games that have ended, after this one in the list. */
  ended: (limit: number, before: string | null) =>
    ask<TableCard[]>("GET", `/me/tables?status=ended&limit=${limit}${before === null ? "" : `&before=${before}`}`),
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
  /** Where people nearby can open this page; none: only this machine can. */
  addresses: () => ask<Addresses>("GET", "/addresses"),
  table: (table: string) => ask<Update>("GET", `/tables/${table}`),
  /** All pages of it; null: the table has changed between two of them. */
  history: async (table: string, view: number | null): Promise<Pick<History, "revision" | "boards"> | null> => {
    const seat = view === null ? "" : `&view=${view}`;
    const page = (after: number) => ask<History>("GET", `/tables/${table}/history?after=${after}${seat}`);
    let { revision, boards, next } = await page(0);
    while (next !== null) {
      const more = await page(next);
      if (more.revision !== revision) return null;
      boards = [...boards, ...more.boards];
      next = more.next;
    }
    return { revision, boards };
  },
  puzzles: () => ask<PuzzleList>("GET", "/puzzles"),
  puzzle: (name: string) => ask<PuzzleStart>("GET", `/puzzles/${encodeURIComponent(name)}`),
  /** A new one, made and proved now. */
  makePuzzle: (cards: number) => ask<PuzzleStart>("POST", "/puzzles", { cards }),
  stepPuzzle: (name: string, board: string, step: string) =>
    ask<CheckedBoard>("POST", `/puzzles/${encodeURIComponent(name)}/step`, { board, step }),
  checkPuzzle: (name: string, board: string) =>
    ask<CheckedBoard>("POST", `/puzzles/${encodeURIComponent(name)}/check`, { board }),
  wins: () => ask<WinList>("GET", "/wins"),
  win: (game: string, name: string) => ask<WinStart>("GET", `/wins/${encodeURIComponent(game)}/${encodeURIComponent(name)}`),
  answerWin: (game: string, name: string, moves: readonly string[]) =>
    ask<WinAnswer>("POST", `/wins/${game}/${name}/answer`, { moves }),
  winSolution: (game: string, name: string) => ask<{ line: string[] }>("POST", `/wins/${game}/${name}/solution`),
  solution: (name: string) => ask<CheckedBoard>("POST", `/puzzles/${encodeURIComponent(name)}/solution`),
  position: (wanted: PositionRequest, signal: AbortSignal | null = null) =>
    ask<Position>("POST", "/position", wanted, signal),
  greatGames: () => ask<GreatGames>("GET", "/records/great"),
  values: (wanted: PositionRequest, signal: AbortSignal) => ask<KnownValues>("POST", "/values", wanted, signal),
  records: (text: string) => ask<ReadRecords>("POST", "/records/read", { text }),
  writeRecord: (record: GameRecord, form: "text" | "json") => ask<{ text: string }>("POST", "/records/write", { records: [record], form }),
  /** A picture or a film of a record. */
  recordFile: async (what: "still" | "film", wanted: StillRequest | FilmRequest): Promise<Blob> =>
    (await answer("POST", `/records/${what}`, wanted, null)).blob(),
  analysis: (wanted: AnalysisRequest, signal: AbortSignal) => lines<AnalysisLine>("POST", "/analysis", wanted, signal),
  /** The review of a table's finished game. */
  review: (table: string, signal: AbortSignal) => lines<ReviewLine>("GET", `/tables/${table}/review`, undefined, signal),
  /** The review of a game that was recorded anywhere. */
  reviewRecord: (text: string, signal: AbortSignal) =>
    lines<ReviewLine>("POST", "/review", { text, quick: true, seconds: 0.3 }, signal),
  course: (game: string) => ask<Course>("GET", `/games/${game}/course${inLanguage()}`),
  /** What the own moves of a try at an exercise come to. */
  attempt: (game: string, exercise: string, moves: readonly string[]) =>
    ask<TryResult>("POST", `/games/${game}/course/${exercise}${inLanguage()}`, { moves }),
  lessons: (game: string) => ask<Lessons>("GET", `/games/${game}/lessons${inLanguage()}`),
};
