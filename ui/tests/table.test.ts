import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableView } from "../src/net/types";

/** A server of one page: keeps what it is sent, says what it is told. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  lose(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify({ table: "t", ...message }) });
  }
}

const last = (): FakeSocket => FakeSocket.all.at(-1)!;
const SEATS = [
  { seat: 0, name: "Ada", engine: "", here: true, left: false },
  { seat: 1, name: "Level 1", engine: "level1", here: false, left: false },
];
const state = (revision: number, change: object = {}) => ({
  board_revision: revision,
  status: "live",
  turn: { kind: "move", seat: 0 },
  seats: SEATS,
  spectators: 0,
  offers: [],
  undoable: [],
  clock: null,
  rematch: [],
  next_table: null,
  scene: null,
  legal: null,
  position: null,
  ...change,
});
const YOU = { holds: [0], view: 0, hints: true, muted: [] };
const joined = (revision: number, change: object = {}) => ({
  type: "update",
  revision,
  since: null,
  state: state(revision),
  events: [],
  you: YOU,
  actions: [],
  movers: [],
  configuration: { game: "quixo" },
  chat: [],
  ...change,
});
const moved = (revision: number, action: string, seat = 0) => ({
  revision,
  kind: "moved",
  seat,
  action,
  steps: [[{ item: action, phase: "slide", to: "x", becomes: "x" }]],
  at: 0,
  data: {},
});
const update = (revision: number, list: { revision: number; kind?: string }[], change: object = {}, more: object = {}) => ({
  type: "update",
  revision,
  since: (list[0]?.revision ?? revision + 1) - 1,
  state: state(revision, change),
  events: list,
  you: YOU,
  actions: null,
  movers: null,
  configuration: null,
  chat: null,
  ...more,
});

let TableModel: typeof import("../src/state/table").TableModel;
let connection: typeof import("../src/net/socket").connection;
let socket: typeof import("../src/net/socket").socket;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  ({ TableModel } = await import("../src/state/table"));
  ({ connection, socket } = await import("../src/net/socket"));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function seated(): InstanceType<typeof TableModel> {
  const model = new TableModel("t");
  last().open();
  last().say(joined(1));
  return model;
}

const actions = (model: { now: { value: TableView | null } }) => model.now.value?.actions;

describe("a table", () => {
  it("joins, and takes all that there is to know", () => {
    const model = seated();
    expect(last().sent).toEqual([{ type: "join", table: "t", revision: null, view: null, scenes: true }]);
    expect(model.now.value?.revision).toBe(1);
  });
  it("folds events, and nothing twice", () => {
    const model = seated();
    last().say(update(2, [moved(2, "a1a5")]));
    last().say(update(2, [moved(2, "a1a5")]));
    last().say(update(3, [moved(2, "a1a5"), moved(3, "b1b5", 1)]));
    model.hurry();
    expect(actions(model)).toEqual(["a1a5", "b1b5"]);
    expect(model.now.value?.movers).toEqual([0, 1]);
    expect(model.motion.value?.number).toBe(2);
    expect(model.motion.value?.phases).toHaveLength(1);
  });
  it("takes all anew where it was too slow, and goes on from there", () => {
    const model = seated();
    last().say(update(2, [moved(2, "a1a5", 1)]));
    last().say(update(3, [moved(3, "b1b5", 1)]));
    const line = { number: 1, room: "table", seat: 1, text: "Hello?", at: 0, name: "", speaker: "" };
    last().say(joined(9, { actions: ["a1a5", "b1b5", "c1c5"], movers: [1, 1, 1], chat: [line] }));
    expect(model.behind.value).toBe(false);
    expect(model.chat.value).toEqual([line]);
    last().say(update(10, [moved(10, "d1d5")]));
    model.hurry();
    expect(actions(model)).toEqual(["a1a5", "b1b5", "c1c5", "d1d5"]);
    expect(last().sent.filter(({ type }) => type === "join")).toHaveLength(1);
  });
  it("shows what others do after a moment, and what is done here at once", () => {
    const model = seated();
    last().say(update(2, [moved(2, "a1a5")]));
    expect(model.motion.value?.lead).toBe(0);
    last().say(update(3, [moved(3, "b1b5", 1)]));
    vi.advanceTimersByTime(500);
    expect(model.motion.value?.lead).toBe(150);
  });
  describe("an end", () => {
    const won = { kind: "end", outcome: { winners: [1], reason: "line", scores: null } };
    const last = { status: "over", turn: won, scene: { items: [], marks: [{ kind: "win", places: ["a1"] }] } };
    const told = (model: { now: { value: TableView | null } }) =>
      [model.now.value?.status, model.now.value?.outcome?.reason ?? null, model.now.value?.scene?.marks.length ?? null];
    const arriving = () => {
      const model = seated();
      send(update(2, [moved(2, "a1a5", 1)], last));
      return model;
    };
    const send = (message: object) => FakeSocket.all.at(-1)!.say(message);
    it("is told when the last piece has arrived", () => {
      const model = arriving();
      expect(told(model)).toEqual(["live", null, 0]);
      expect(actions(model)).toEqual(["a1a5"]);
      vi.advanceTimersByTime(150 + 180 - 1); // what others do is seen coming, and slides
      expect(told(model)).toEqual(["live", null, 0]);
      vi.advanceTimersByTime(1);
      expect(told(model)).toEqual(["over", "line", 1]);
      expect(model.motion.value?.number).toBe(1);
    });
    it("is told at once to those who do not wait, and before whatever comes next", () => {
      const model = arriving();
      model.hurry();
      expect(told(model)).toEqual(["over", "line", 1]);
      const other = arriving();
      const asked = { ...moved(3, ""), kind: "rematch_asked", action: null, steps: null };
      send(update(3, [asked], { ...last, rematch: [1] }));
      other.hurry();
      expect([...told(other), other.now.value?.rematch]).toEqual(["over", "line", 1, [1]]);
      vi.advanceTimersByTime(1000);
      expect(other.now.value?.rematch).toEqual([1]);
    });
    it("is there at once where nothing moves", () => {
      const model = seated();
      const resigned = { ...moved(2, ""), kind: "resigned", action: null, steps: null };
      send(update(2, [resigned], { ...last, scene: null }));
      expect(told(model).slice(0, 2)).toEqual(["over", "line"]);
    });
  });
  it("needs no other message when moves are taken back or somebody sits down", () => {
    const model = seated();
    last().say(update(2, [moved(2, "a1a5")]));
    last().sent = [];
    const back = { ...moved(3, ""), kind: "taken_back", action: null, steps: null };
    last().say(update(3, [back], {}, { actions: [], movers: [] }));
    vi.advanceTimersByTime(500);
    expect(actions(model)).toEqual([]);
    expect(model.motion.value).toBeNull();
    const sat = { ...moved(4, ""), kind: "seated", action: null, steps: null };
    last().say(update(4, [sat], {}, { you: { ...YOU, holds: [0, 1] } }));
    expect(model.now.value?.you.holds).toEqual([0, 1]);
    expect(last().sent).toEqual([]);
  });
  it("asks for what it has missed, and for no more", () => {
    const model = seated();
    last().say(update(5, [moved(5, "a1a5")]));
    expect(last().sent.at(-1)).toMatchObject({ type: "join", revision: 1 });
    last().say(update(5, [moved(2, "a1a5"), moved(3, "b1b5", 1), moved(4, "c1c5"), moved(5, "d1d5", 1)]));
    expect(actions(model)).toHaveLength(4);
  });
  it("keeps the boards that it has seen, and fetches the others once", async () => {
    const scene = (name: string) => ({ items: [{ id: name }], places: ["x"], touches: [1] });
    const board = (at: number) => model.boards.value.get(at)?.items[0]?.id;
    const model = seated();
    last().say(joined(3, { actions: ["a1a5", "b1b5"], movers: [0, 1], state: state(3, { scene: scene("two") }) }));
    last().say(update(4, [moved(4, "c1c5")], { scene: scene("three") }));
    expect([board(1), board(2), board(3)]).toEqual([undefined, "two", "three"]);
    const boards = ["zero", "one", "two"].map((id) => ({ items: [{ id }] }));
    const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ revision: 4, boards, next: null }))));
    vi.stubGlobal("fetch", asked);
    await model.loadHistory();
    expect([0, 1, 2, 3].map(board)).toEqual(["zero", "one", "two", "three"]);
    expect(model.boards.value.get(0)).toMatchObject({ places: ["x"], touches: [] });
    expect(asked).toHaveBeenCalledOnce();
    last().say(update(5, [{ ...moved(5, ""), kind: "taken_back" }], {}, { actions: ["a1a5"], movers: [0] }));
    model.hurry();
    expect(model.boards.value.size).toBe(0);
  });
  const three = () => {
    for (const at of [2, 3, 4]) last().say(update(at, [moved(at, `a1${at}`, 1)]));
  };
  it("shows the moves of others one after another", () => {
    const model = seated();
    three();
    expect(actions(model)).toEqual(["a12"]);
    expect(model.behind.value).toBe(true);
    vi.advanceTimersByTime(499);
    expect(actions(model)).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(actions(model)).toHaveLength(2);
    vi.advanceTimersByTime(500);
    expect(actions(model)).toHaveLength(3);
    expect(model.behind.value).toBe(false);
  });
  it("shows the rest at once when somebody does not want to wait", () => {
    const model = seated();
    three();
    model.hurry();
    expect(actions(model)).toHaveLength(3);
    expect(model.behind.value).toBe(false);
  });
  it("takes a second at most for what waits, where a clock runs", () => {
    const model = seated();
    const clock = { left: [1000, 1000], running: 0, at: 0 };
    for (let at = 2; at < 10; at++) last().say(update(at, [moved(at, `a1${at}`, 1)], { clock }));
    expect(actions(model)).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(actions(model)).toHaveLength(8);
  });
  it("shows everything at once to those who want that", async () => {
    const { remember } = await import("../src/state/settings");
    remember({ speed: "none" });
    const model = seated();
    three();
    expect(actions(model)).toHaveLength(3);
    remember({ speed: "normal" });
  });
  it("asks for nothing twice that only waits to be shown", () => {
    seated();
    three();
    last().lose();
    vi.advanceTimersByTime(1000);
    last().open();
    expect(last().sent[0]).toMatchObject({ type: "join", revision: 4 });
  });
  it("keeps the chat, counts what others said, knows who is here", () => {
    const model = seated();
    const line = (seat: number) => ({ type: "chat", line: { number: seat, room: "table", seat, text: "x", at: 0 } });
    last().say(line(0));
    last().say(line(1));
    expect(model.chat.value).toHaveLength(2);
    expect(model.unread.value).toBe(1);
    last().say({ type: "presence", here: [], spectators: 3 });
    expect(model.now.value?.seats.map(({ here }) => here)).toEqual([false, false]);
    expect(model.now.value?.spectators).toBe(3);
  });
  it("may be missing, or removed", () => {
    const model = seated();
    last().say({ type: "error", id: null, error: { code: "no_such_table", message: "", where: "" }, update: null });
    expect(model.missing.value?.code).toBe("no_such_table");
    last().say(joined(1));
    expect(model.missing.value).toBeNull();
    last().say({ type: "removed" });
    expect(model.missing.value?.code).toBe("removed");
  });
  it("looks through other eyes", () => {
    const model = seated();
    model.look(1);
    expect(last().sent.at(-1)).toMatchObject({ type: "join", view: 1, revision: null });
  });
  it("leaves", () => {
    const model = seated();
    model.leave();
    expect(last().sent.at(-1)).toEqual({ type: "leave", table: "t" });
    last().lose();
    expect(connection.value).toBe("on");
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe("the socket", () => {
  it("answers pings", () => {
    seated();
    last().say({ type: "ping", number: 7, now: 0 });
    expect(last().sent.at(-1)).toEqual({ type: "pong", number: 7 });
  });
  it("comes back, sooner than in two seconds, and sends once what was not acknowledged", async () => {
    const model = seated();
    last().lose();
    expect(connection.value).toBe("off");
    const answer = model.command({ type: "resign", seat: 0 });
    expect(model.waiting.value).toBe(true);
    for (let tries = 0; tries < 6; tries++) {
      vi.advanceTimersByTime(1000);
      expect(FakeSocket.all).toHaveLength(tries + 2);
      if (tries < 5) last().lose();
    }
    last().open();
    expect(connection.value).toBe("on");
    const [join, sent] = last().sent as [{ type: string }, { command: { id: string } }];
    expect(join).toMatchObject({ type: "join", revision: 1 });
    expect(sent).toMatchObject({ type: "command", command: { type: "resign", seat: 0 } });
    last().say({ type: "ack", id: sent.command.id, revision: 2 });
    await expect(answer).resolves.toEqual({ done: true, revision: 2 });
    expect(model.waiting.value).toBe(false);
    last().lose();
    vi.advanceTimersByTime(300);
    last().open();
    expect(last().sent).toHaveLength(1);
  });
  it("tells why a command was refused, and shows how things stand", async () => {
    const model = seated();
    const answer = model.command({ type: "move", move: "a1a5", board_revision: 0, seat: 0 });
    const { command } = last().sent.at(-1) as { command: { id: string } };
    const error = { code: "stale", message: "The board has changed.", where: "" };
    last().say({ type: "error", id: command.id, error, update: joined(9) });
    await expect(answer).resolves.toMatchObject({ done: false, error });
    expect(model.now.value?.revision).toBe(9);
  });
  it("takes silence for a loss", () => {
    seated();
    vi.advanceTimersByTime(11_000);
    expect(connection.value).toBe("on");
    vi.advanceTimersByTime(2_000);
    expect(connection.value).toBe("off");
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });
  it("reads what came while the page was busy before it takes silence for a loss", () => {
    seated();
    vi.advanceTimersByTime(12_000); // the timer is due, a message waits behind it
    last().say({ type: "ping", number: 1 });
    vi.advanceTimersByTime(2_000);
    expect(connection.value).toBe("on");
  });
  it("shows a new cookie by connecting anew", () => {
    seated();
    socket.renew();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.all[0]!.lose(); // late news of the old one
    last().open();
    expect(last().sent).toMatchObject([{ type: "join", table: "t", revision: null }]);
    expect(connection.value).toBe("on");
  });
  it("reloads the page once if the server speaks another protocol", () => {
    const reload = vi.fn();
    vi.stubGlobal("location", { ...location, protocol: "http:", host: "h", reload });
    seated();
    const error = { type: "error", table: null, id: null, error: { code: "other_protocol", message: "", where: "" } };
    last().say(error);
    last().say(error);
    expect(reload).toHaveBeenCalledOnce();
    last().say(joined(1));
    last().say(error);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});

it("names commands differently, without https too", async () => {
  const { newId } = await import("../src/net/socket");
  expect(newId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newId()).not.toBe(newId());
});
