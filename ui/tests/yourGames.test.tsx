import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TableCard } from "../src/net/types";
import { EndedGames, GoingGames, useYourGames } from "../src/pages/YourGames";

function YourGames() {
  const yours = useYourGames();
  return (
    <>
      <GoingGames yours={yours} />
      <EndedGames yours={yours} />
    </>
  );
}

const card = (at: number, more: Partial<TableCard> = {}): TableCard =>
  ({
    table: `t${at}`,
    configuration: { game: "toy" },
    status: "over",
    seats: [{ name: "Ann", engine: "" }, { name: `Ben ${at}`, engine: "" }],
    your_seats: [0],
    to_move: null,
    your_turn: false,
    revision: 9,
    created: 0,
    changed: at,
    plies: 7,
    ended: at,
    outcome: { winners: [0], reason: "line", scores: null },
    result: "won",
    ...more,
  }) as TableCard;

let going: TableCard[];
let ended: TableCard[];
let down: boolean;
let host: HTMLElement;

beforeEach(() => {
  [going, ended, down] = [[], [], false];
  host = document.createElement("div");
  vi.stubGlobal("fetch", (path: string) => {
    if (down) return Promise.reject(new TypeError("down"));
    const url = new URL(path, "http://x");
    const query = url.searchParams;
    const from = ended.findIndex(({ table }) => table === query.get("before")) + 1;
    const body =
      url.pathname === "/api/games"
        ? { games: [{ name: "toy", title: "Toy", sentences: { line: "made a line" } }], ends: {} }
        : query.get("status") === "ended"
          ? ended.slice(from, from + Number(query.get("limit")))
          : going;
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
});

afterEach(() => {
  render(null, host);
  vi.unstubAllGlobals();
});

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

const shown = async (): Promise<void> => {
  await act(() => render(<YourGames />, host));
  await settled();
};

const press = async (): Promise<void> => {
  host.querySelector("button")!.click();
  await settled();
};

const lines = () => [...host.querySelectorAll("li")].map((line) => line.textContent ?? "");

it("says so if the server can't be reached, and asks again", async () => {
  down = true;
  await shown();
  expect(host.querySelector("[role=alert]")).not.toBeNull();
  down = false;
  await press();
  expect(host.textContent).toContain("Your finished games are listed here");
});

it("lists what goes on, then what has ended, with results and links", async () => {
  going = [card(3, { status: "live", ended: null, outcome: null, result: null, your_turn: true })];
  ended = [
    card(2),
    card(1, { result: null, your_seats: [0, 1] }),
    card(0, { result: "called_off", outcome: null, plies: 1 }),
  ];
  await shown();
  const [first, second, third, fourth] = lines();
  expect(first).toContain("Your turn");
  expect(second).toMatch(/^ToyWonAgainst Ben 2.*7 turns\. A line\.Review$/);
  expect(third).toMatch(/^ToyAnn wonAnn and Ben 1, on one device/);
  expect(fourth).toMatch(/Called off.*1 turn$/);
  expect([...host.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toContain("/t/t2");
});

it("goes back page by page", async () => {
  ended = Array.from({ length: 13 }, (_, at) => card(100 - at));
  await shown();
  expect(lines()).toHaveLength(10);
  await press();
  expect(lines()).toHaveLength(13);
  expect(host.querySelector("button")).toBeNull();
});
