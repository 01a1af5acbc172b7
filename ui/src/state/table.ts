/** A table as this browser knows it: folded from the server's updates, nothing guessed. */
import { computed, signal } from "@preact/signals";
import type { Told } from "../board/board";
import { api } from "../net/api";
import { type Answer, newId, socket } from "../net/socket";
import type { ChatLine, Command, ErrorBody, Scene, SocketMessage, TableView, Update } from "../net/types";

type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Wanted = WithoutId<Command>;

/** An engine that moves several times in a row is shown once, if it is as quick as this. */
const TOGETHER = 250;

/** Milliseconds before another's move begins to be seen. */
const LEAD = 150;

export class TableModel {
  /** All that is known; null: nothing yet. */
  readonly now = signal<TableView | null>(null);
  /** The animation that leads to `now`. */
  readonly motion = signal<Told | null>(null);
  readonly missing = signal<ErrorBody | null>(null);
  readonly chat = signal<readonly ChatLine[]>([]);
  readonly unread = signal(0);
  readonly view = signal<number | null>(null);
  readonly clockAt = signal(performance.now());
  /** The boards that are known, by the number of actions that led to them. */
  readonly boards = signal<ReadonlyMap<number, Scene>>(new Map());
  readonly #commands = signal(0);
  /** A command is on its way. */
  readonly waiting = computed(() => this.#commands.value > 0);

  #stop: () => void;
  #numbers = 0;
  #held: Update | null = null;
  #timer = 0;

  constructor(readonly id: string) {
    this.#stop = socket.watch(id, {
      view: () => this.view.peek(),
      revision: () => this.#revision(),
      receive: (message) => this.#receive(message),
    });
  }

  leave(): void {
    clearTimeout(this.#timer);
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

  /** Fetch the boards that this browser has not seen itself: once, all of them. */
  async loadHistory(): Promise<void> {
    const now = this.now.peek();
    if (!now?.scene) return;
    const { revision, boards } = await api.history(this.id, now.you.view);
    if (this.now.peek()?.revision !== revision) return; // whoever still wants to look asks again
    const empty = { touches: [], blocked: {}, notes: [] };
    const past = boards.map((board, at) => [at, { ...now.scene!, ...board, ...empty }] as const);
    this.boards.value = new Map([...past, [past.length, now.scene]]);
  }

  /** What need not be told again; null: another view is wanted than the one that is known. */
  #revision(): number | null {
    const now = this.now.peek();
    const wanted = this.view.peek();
    return now && (wanted === null || wanted === now.you.view) ? now.revision : null;
  }

  #receive(message: SocketMessage): void {
    switch (message.type) {
      case "update":
        if (message.since === null) this.#take(message);
        else this.#gather(message);
        return;
      case "error":
        if (message.update) this.#take(message.update);
        else this.missing.value = message.error;
        return;
      case "chat":
        this.chat.value = [...this.chat.value, message.line];
        if (!this.now.value?.you.holds.includes(message.line.seat)) this.unread.value++;
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

  /** All that there is to know. */
  #take(update: Update): void {
    this.#held = null;
    this.missing.value = null;
    this.motion.value = null;
    this.boards.value = new Map();
    this.chat.value = update.chat ?? [];
    this.#show(update, update.actions ?? []);
  }

  /** Several moves of one engine that come at once are shown as one. */
  #gather(update: Update): void {
    const held = this.#held;
    const now = this.now.value;
    if (!now || update.since! > (held ?? now).revision) {
      socket.refresh(this.id); // something was missed
      return;
    }
    this.#held = held
      ? { ...update, since: held.since, events: [...held.events, ...update.events], actions: update.actions ?? held.actions }
      : update;
    clearTimeout(this.#timer);
    if (goesOn(update)) this.#timer = window.setTimeout(() => this.#release(), TOGETHER);
    else this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#held = null;
    if (held) this.#apply(held);
  }

  #apply(update: Update): void {
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
    const told = events.flatMap(({ action }) => (action === null ? [] : [action]));
    this.#show(update, update.actions ?? [...now.actions, ...told]);
  }

  #show({ table, revision, state, you, configuration }: Update, actions: readonly string[]): void {
    const known = configuration ?? this.now.value?.configuration;
    if (!known) return;
    const outcome = state.turn?.kind === "end" ? state.turn.outcome : null;
    this.clockAt.value = performance.now();
    if (state.scene) this.boards.value = new Map(this.boards.value).set(actions.length, state.scene);
    this.now.value = { ...state, table, revision, you, actions, configuration: known, outcome };
  }
}

/** Has an engine moved whose turn it still is? */
function goesOn({ events, state: { turn, seats, status } }: Update): boolean {
  const last = events.at(-1);
  if (status !== "live" || turn?.kind !== "move" || last?.kind !== "moved") return false;
  return last.seat === turn.seat && Boolean(seats[turn.seat]?.engine);
}
