/** Questions that are asked too often wait for their turn. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, ApiError } from "../src/net/api";

const refused = () => new Response(JSON.stringify({ error: { code: "busy", message: "", where: "", game: "", place: "" } }), { status: 429, headers: { "Retry-After": "2" } });
const known = () => new Response(JSON.stringify({ position: "x", value: null, plies: null, moves: {} }));
const asked = (signal: AbortSignal) => api.values({ game: "quixo" } as Parameters<typeof api.values>[0], signal);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks again when the server says so", async () => {
  const answers = [refused(), refused(), known()];
  const fetched = vi.fn(async () => answers.shift()!);
  vi.stubGlobal("fetch", fetched);
  const told = asked(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(1999);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3000);
  expect((await told).position).toBe("x");
  expect(fetched).toHaveBeenCalledTimes(3);
});

it("gives up at last, and at once what nobody wants to know any more", async () => {
  const fetched = vi.fn(async () => refused());
  vi.stubGlobal("fetch", fetched);
  const leaving = new AbortController();
  const failed = [asked(new AbortController().signal), asked(leaving.signal)].map((one) => one.catch((error: unknown) => (error as ApiError).status));
  leaving.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.all(failed)).toEqual([429, 0]);
  expect(fetched).toHaveBeenCalledTimes(4 + 1);
});

it("puts the pages of a game's history together, unless the table changes meanwhile", async () => {
  const page = (revision: number, boards: string[], next: number | null) => new Response(JSON.stringify({ revision, boards, next }));
  const answers = [page(7, ["a", "b"], 2), page(7, ["c"], null), page(7, ["a", "b"], 2), page(8, ["c"], null)];
  const fetched = vi.fn(async (path: string) => (expect(path).toContain("history?after="), answers.shift()!));
  vi.stubGlobal("fetch", fetched);
  expect(await api.history("t", 1)).toEqual({ revision: 7, boards: ["a", "b", "c"] });
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/api/tables/t/history?after=0&view=1", "/api/tables/t/history?after=2&view=1"]);
  expect(await api.history("t", null)).toBeNull();
});
