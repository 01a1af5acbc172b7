import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot } from "../src/net/types";

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
const standing = (version: number, change: object = {}) => ({
  version,
  position: version,
  status: "live",
  turn: { kind: "move", seat: 0 },
  outcome: null,
  offers: [],
  undoable: [],
  clock: null,
  rematch: [],
  next_table: null,
  legal: [],
  text: "",
  scene: null,
  seats: SEATS,
  ...change,
});
const snapshot = (version: number, change: object = {}) => ({
  ...standing(version),
  type: "snapshot",
  setting: { game: "quixo" },
  you: { holds: [0], view: 0, hints: true },
  acts: [],
  chat: [],
  spectators: 0,
  created: 0,
  ...change,
});
const moved = (version: number, act: string, seat = 0) => ({
  version,
  kind: "moved",
  seat,
  act,
  steps: [[{ item: act, phase: "slide", to: "x", becomes: "x" }]],
  at: 0,
  data: {},
});
const events = (version: number, list: object[], change: object = {}) => ({
  ...standing(version, change),
  type: "events",
  events: list,
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
  last().say(snapshot(1));
  return model;
}

const acts = (model: { now: { value: Snapshot | null } }) => model.now.value?.acts;

describe("a table", () => {
  it("joins, and takes the snapshot", () => {
    const model = seated();
    expect(last().sent).toEqual([{ type: "join", table: "t", last: null, view: null, scenes: true }]);
    expect(model.now.value?.version).toBe(1);
  });
  it("folds events, and nothing twice", () => {
    const model = seated();
    last().say(events(2, [moved(2, "a1a5")]));
    last().say(events(2, [moved(2, "a1a5")]));
    last().say(events(3, [moved(2, "a1a5"), moved(3, "b1b5", 1)]));
    expect(acts(model)).toEqual(["a1a5", "b1b5"]);
    expect(model.motion.value?.number).toBe(2);
    expect(model.motion.value?.phases).toHaveLength(1);
  });
  it("shows what others do after a moment, and what is done here at once", () => {
    const model = seated();
    last().say(events(2, [moved(2, "a1a5")]));
    expect(model.motion.value?.lead).toBe(0);
    last().say(events(3, [moved(3, "b1b5", 1)]));
    expect(model.motion.value?.lead).toBe(150);
  });
  it("asks for all anew when moves are taken back or somebody sits down, and shows it until then", () => {
    const model = seated();
    for (const kind of ["taken_back", "seated", "stood", "resigned", "timed_out"]) {
      last().sent = [];
      last().say(events(2, [{ ...moved(2, ""), kind, act: null, steps: null }]));
      expect(last().sent).toMatchObject([{ type: "join", table: "t" }]);
      expect(model.now.value?.version).toBe(1);
    }
    last().say(snapshot(2, { acts: ["c1c5"] }));
    expect(acts(model)).toEqual(["c1c5"]);
    expect(model.motion.value).toBeNull();
  });
  it("shows quick moves of one engine at once", () => {
    const model = seated();
    const turn = { kind: "move", seat: 1 };
    last().say(events(2, [moved(2, "a11", 1)], { turn }));
    last().say(events(3, [moved(3, "a12", 1)], { turn }));
    expect(acts(model)).toEqual([]);
    last().say(events(4, [moved(4, "a13", 1)]));
    expect(acts(model)).toEqual(["a11", "a12", "a13"]);
    expect(model.motion.value?.phases).toHaveLength(3);
    last().say(events(5, [moved(5, "b11", 1)], { turn }));
    vi.advanceTimersByTime(300);
    expect(acts(model)).toHaveLength(4);
  });
  it("keeps the chat, counts what others said, knows who is here", () => {
    const model = seated();
    const line = (seat: number) => ({ type: "said", line: { number: seat, room: "table", seat, text: "x", at: 0 } });
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
    last().say({ type: "refused", id: null, error: { code: "no_such_table", message: "", where: "" }, snapshot: null });
    expect(model.missing.value?.code).toBe("no_such_table");
    last().say(snapshot(1));
    expect(model.missing.value).toBeNull();
    last().say({ type: "removed" });
    expect(model.missing.value?.code).toBe("removed");
  });
  it("looks through other eyes", () => {
    const model = seated();
    model.look(1);
    expect(last().sent.at(-1)).toMatchObject({ type: "join", view: 1 });
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
    const answer = model.wish({ type: "resign", seat: 0 });
    expect(model.waiting.value).toBe(true);
    for (let tries = 0; tries < 6; tries++) {
      vi.advanceTimersByTime(1000);
      expect(FakeSocket.all).toHaveLength(tries + 2);
      if (tries < 5) last().lose();
    }
    last().open();
    expect(connection.value).toBe("on");
    const [join, wish] = last().sent as [{ type: string }, { wish: { id: string } }];
    expect(join).toMatchObject({ type: "join", last: null });
    expect(wish).toMatchObject({ type: "do", wish: { type: "resign", seat: 0 } });
    last().say({ type: "ack", id: wish.wish.id, version: 2 });
    await expect(answer).resolves.toEqual({ granted: true, version: 2 });
    expect(model.waiting.value).toBe(false);
    last().lose();
    vi.advanceTimersByTime(300);
    last().open();
    expect(last().sent).toHaveLength(1);
  });
  it("tells why a wish was refused, and shows how things stand", async () => {
    const model = seated();
    const answer = model.wish({ type: "move", move: "a1a5", position: 0, seat: 0 });
    const { wish } = last().sent.at(-1) as { wish: { id: string } };
    const error = { code: "stale", message: "The position has changed.", where: "" };
    last().say({ type: "refused", id: wish.id, error, snapshot: snapshot(9) });
    await expect(answer).resolves.toMatchObject({ granted: false, fault: error });
    expect(model.now.value?.version).toBe(9);
  });
  it("takes silence for a loss", () => {
    seated();
    vi.advanceTimersByTime(11_000);
    expect(connection.value).toBe("on");
    vi.advanceTimersByTime(2_000);
    expect(connection.value).toBe("off");
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });
  it("shows a new cookie by connecting anew", () => {
    seated();
    socket.renew();
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.all[0]!.lose(); // late news of the old one
    last().open();
    expect(last().sent).toMatchObject([{ type: "join", table: "t" }]);
    expect(connection.value).toBe("on");
  });
});

it("names wishes differently, without https too", async () => {
  const { newId } = await import("../src/net/socket");
  expect(newId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newId()).not.toBe(newId());
});
