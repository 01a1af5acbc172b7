/** A table as this browser knows it: folded from the server's updates, nothing guessed. Moves of
 * others wait in a queue, so that each of them is seen. */
import { computed, signal } from "@preact/signals";
import type { Phases, Told } from "../board/board";
import { phaseTime } from "../board/times";
import { api } from "../net/api";
import { type Answer, newId, socket } from "../net/socket";
import type { ChatLine, Command, ErrorBody, EventView, Scene, SocketMessage, TableView, Update } from "../net/types";
import { pauseAfter } from "./pace";

type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Wanted = WithoutId<Command>;

/** Milliseconds before another's move begins to be seen. */
const LEAD = 150;

/** Milliseconds until the last piece of a move has arrived. */
function arrivalTime({ phases, lead }: { phases: Phases; lead: number }): number {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return lead + phases.reduce((sum, phase) => sum + phaseTime(phase), 0);
}

/** An end whose last move is still on its way: the board is as it will be, but nothing says who won. */
const unended = (update: Update): Update => {
  const { scene } = update.state;
  const marks = scene?.marks.filter(({ kind }) => kind !== "win");
  return { ...update, state: { ...update.state, status: "live", turn: null, scene: scene && { ...scene, marks: marks! } } };
};

export class TableModel {
  /** All that is shown; null: nothing is known yet. */
  readonly now = signal<TableView | null>(null);
  /** The animation that leads to `now`. */
  readonly motion = signal<Told | null>(null);
  readonly missing = signal<ErrorBody | null>(null);
  readonly chat = signal<readonly ChatLine[]>([]);
  /** The spectators whom nobody here wants to hear. */
  readonly hidden = signal<ReadonlySet<string>>(new Set());
  readonly unread = signal(0);
  readonly view = signal<number | null>(null);
  readonly clockAt = signal(performance.now());
  /** The boards that are known, by the number of actions that led to them. */
  readonly boards = signal<ReadonlyMap<number, Scene>>(new Map());
  /** What happened last that is no move: offers, answers, those who leave; null: a move came after. */
  readonly event = signal<EventView | null>(null);
  readonly #queue = signal<readonly Update[]>([]);
  /** Is there more to see than is shown yet? */
  readonly behind = computed(() => this.#queue.value.length > 0);
  readonly #commands = signal(0);
  /** A command is on its way. */
  readonly waiting = computed(() => this.#commands.value > 0);

  #stop: () => void;
  #numbers = 0;
  /** Tells the end of the game, once the last piece has arrived; null: nothing is on its way. */
  #end: (() => void) | null = null;
  #arrival = 0;
  #timer = 0;
  #queuedSince = 0;
  #hurry = () => {
    if (document.hidden) this.hurry();
  };

  constructor(readonly id: string) {
    document.addEventListener("visibilitychange", this.#hurry);
    this.#stop = socket.watch(id, {
      view: () => this.view.peek(),
      revision: () => this.#revision(),
      receive: (message) => this.#receive(message),
    });
  }

  leave(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#arrival);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#stop();
  }

  /** Look through the eyes of another seat that is held here. */
  look(seat: number | null): void {
    this.view.value = seat;
    socket.refresh(this.id);
  }

  async command(wanted: Wanted): Promise<Answer> {
    this.#commands.value++;
    try {
      return await socket.command(this.id, { ...wanted, id: newId() } as Command);
    } finally {
      this.#commands.value--;
    }
  }

  /** Show at once all that is waiting to be seen. */
  hurry(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const queue = this.#queue.peek();
    this.#queue.value = [];
    for (const update of queue) this.#apply(update);
    this.#arrive();
  }

  /** The last piece is there: the end may be told. */
  #arrive(): void {
    clearTimeout(this.#arrival);
    const end = this.#end;
    this.#end = null;
    end?.();
  }

  /** Fetch the boards that this browser has not seen itself: once, all of them. */
  async loadHistory(): Promise<void> {
    const now = this.now.peek();
    if (!now?.scene) return;
    const found = await api.history(this.id, now.you.view);
    if (!found || this.now.peek()?.revision !== found.revision) return; // whoever still wants to look asks again
    const { boards } = found;
    const empty = { touches: [], blocked: {}, notes: [] };
    const past = boards.map((board, at) => [at, { ...now.scene!, ...board, ...empty }] as const);
    this.boards.value = new Map([...past, [past.length, now.scene]]);
  }

  /** What need not be told again; null: another view is wanted than the one that is known. */
  #revision(): number | null {
    const now = this.now.peek();
    const wanted = this.view.peek();
    return now && (wanted === null || wanted === now.you.view) ? this.#newest(now) : null;
  }

  /** The newest revision that has been told, whether it is shown already or not. */
  #newest(now: TableView): number {
    return this.#queue.peek().at(-1)?.revision ?? now.revision;
  }

  #receive(message: SocketMessage): void {
    switch (message.type) {
      case "update":
        if (message.since === null) this.#take(message);
        else this.#enqueue(message);
        return;
      case "error":
        if (message.update) this.#take(message.update);
        else this.missing.value = message.error;
        return;
      case "chat":
        this.#hear(message.line);
        return;
      case "presence": {
        const now = this.now.value;
        if (!now) return;
        const seats = now.seats.map((seat) => ({ ...seat, here: message.here.includes(seat.seat) }));
        this.now.value = { ...now, seats, spectators: message.spectators };
        return;
      }
      case "removed":
        this.missing.value = { code: "removed", message: "", where: "" };
    }
  }

  /** A line of the chat is new, or was taken away. */
  #hear(line: ChatLine): void {
    const others = this.chat.value.filter(({ number }) => number !== line.number);
    const isNew = others.length === this.chat.value.length;
    this.chat.value = line.text ? [...others, line].sort((a, b) => a.number - b.number) : others;
    const isOwn = line.seat !== null && this.now.value?.you.holds.includes(line.seat);
    if (isNew && line.text && !isOwn && !this.hidden.value.has(line.speaker)) this.unread.value++;
  }

  /** All that there is to know. */
  #take(update: Update): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue.value = [];
    clearTimeout(this.#arrival);
    this.#end = null;
    this.missing.value = null;
    this.motion.value = null;
    this.event.value = null;
    this.boards.value = new Map();
    this.chat.value = update.chat ?? [];
    this.#show(update, update.actions ?? [], update.movers ?? []);
  }

  /** It is this update's turn when those before it have been seen. */
  #enqueue(update: Update): void {
    const now = this.now.value;
    if (!now || update.since! > this.#newest(now)) {
      socket.refresh(this.id); // something was missed
      return;
    }
    if (!this.#queue.value.length) this.#queuedSince = performance.now();
    this.#queue.value = [...this.#queue.value, update];
    if (document.hidden) this.hurry();
    else if (!this.#timer) this.#next();
  }

  #next(): void {
    this.#timer = 0;
    for (;;) {
      const [update, ...rest] = this.#queue.peek();
      if (!update) return;
      this.#queue.value = rest;
      this.#apply(update);
      const pause = pauseAfter(update, rest.length, performance.now() - this.#queuedSince);
      if (pause > 0) {
        this.#timer = window.setTimeout(() => this.#next(), pause);
        return;
      }
    }
  }

  #apply(update: Update): void {
    this.#arrive();
    const now = this.now.value;
    if (!now) return;
    const events = update.events.filter((event) => event.revision > now.revision);
    const phases = events.flatMap(({ steps }) => steps ?? []);
    const own = events.some(({ seat }) => seat !== null && now.you.holds.includes(seat));
    const taken = events.some(({ kind }) => kind === "taken_back");
    if (phases.length && !taken) this.motion.value = { phases, lead: own ? 0 : LEAD, number: ++this.#numbers };
    else if (update.state.board_revision !== now.board_revision) this.motion.value = null;
    if (update.chat) this.chat.value = update.chat;
    if (update.actions) this.boards.value = new Map(); // what was seen is no more, or was not all
    const acts = events.filter(({ action }) => action !== null);
    if (events.length) this.event.value = events.findLast(({ action }) => action === null) ?? null;
    const actions = update.actions ?? [...now.actions, ...acts.map(({ action }) => action!)];
    const movers = update.movers ?? [...now.movers, ...acts.map(({ kind, seat }) => (kind === "moved" ? seat : null))];
    const motion = phases.length && !taken ? this.motion.value : null;
    const time = motion && update.state.turn?.kind === "end" ? arrivalTime(motion) : 0;
    this.#show(time ? unended(update) : update, actions, movers);
    if (!time) return;
    this.#end = () => this.#show(update, actions, movers);
    this.#arrival = window.setTimeout(() => this.#arrive(), time);
  }

  #show(
    { table, revision, state, you, configuration }: Update,
    actions: readonly string[],
    movers: readonly (number | null)[],
  ): void {
    const known = configuration ?? this.now.value?.configuration;
    if (!known) return;
    const outcome = state.turn?.kind === "end" ? state.turn.outcome : null;
    this.clockAt.value = performance.now();
    if (state.scene) this.boards.value = new Map(this.boards.value).set(actions.length, state.scene);
    this.now.value = { ...state, table, revision, you, actions, movers, configuration: known, outcome };
  }
}
