/** A table as this browser knows it: folded from the server's messages, nothing guessed. */
import { computed, signal } from "@preact/signals";
import type { Told } from "../board/board";
import { type Answer, newId, socket } from "../net/socket";
import type { Events, Fault, Line, Snapshot, SocketMessage, Wish } from "../net/types";

type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Wanted = WithoutId<Wish>;

/** An engine that moves several times in a row is shown once, if it is as quick as this. */
const TOGETHER = 250;

/** Milliseconds before another's move begins to be seen. */
const LEAD = 150;

/** After these all is asked anew: moves may be no more, or who may do what has changed. */
const UNSETTLING = ["taken_back", "seated", "stood", "resigned", "timed_out"];

export class TableModel {
  /** All that is known; null: nothing yet. */
  readonly now = signal<Snapshot | null>(null);
  /** The animation that leads to `now`. */
  readonly motion = signal<Told | null>(null);
  readonly missing = signal<Fault | null>(null);
  readonly chat = signal<readonly Line[]>([]);
  readonly unread = signal(0);
  readonly view = signal<number | null>(null);
  readonly clockAt = signal(performance.now());
  readonly #wishes = signal(0);
  /** A wish is on its way. */
  readonly waiting = computed(() => this.#wishes.value > 0);

  #stop: () => void;
  #numbers = 0;
  #held: Events | null = null;
  #timer = 0;

  constructor(readonly id: string) {
    this.#stop = socket.watch(id, {
      view: () => this.view.peek(),
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

  async wish(wanted: Wanted): Promise<Answer> {
    this.#wishes.value++;
    try {
      return await socket.do(this.id, { ...wanted, id: newId() } as Wish);
    } finally {
      this.#wishes.value--;
    }
  }

  #receive(message: SocketMessage): void {
    switch (message.type) {
      case "snapshot":
        this.#take(message);
        return;
      case "events":
        this.#gather(message);
        return;
      case "refused":
        if (message.snapshot) this.#take(message.snapshot);
        else this.missing.value = message.error;
        return;
      case "said":
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

  #take(snapshot: Snapshot): void {
    this.#held = null;
    this.missing.value = null;
    this.motion.value = null;
    this.clockAt.value = performance.now();
    this.chat.value = snapshot.chat;
    this.now.value = snapshot;
  }

  /** Several moves of one engine that come at once are shown as one. */
  #gather(message: Events): void {
    const held = this.#held;
    const all = held ? { ...message, events: [...held.events, ...message.events] } : message;
    clearTimeout(this.#timer);
    if (goesOn(message)) {
      this.#held = all;
      this.#timer = window.setTimeout(() => this.#release(), TOGETHER);
      return;
    }
    this.#held = all;
    this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#held = null;
    if (held) this.#happened(held);
  }

  #happened({ events, type: _, ...standing }: Events): void {
    const now = this.now.value;
    if (!now) return;
    const told = events.filter((event) => event.version > now.version);
    if (told.some(({ kind }) => UNSETTLING.includes(kind)) || this.#opened(standing.status, now)) {
      socket.refresh(this.id);
      return;
    }
    const acts = told.flatMap(({ act }) => (act === null ? [] : [act]));
    const phases = told.flatMap(({ steps }) => steps ?? []);
    this.clockAt.value = performance.now();
    const own = told.some(({ seat }) => seat !== null && now.you.holds.includes(seat));
    const lead = own ? 0 : LEAD;
    if (phases.length) this.motion.value = { phases, lead, number: ++this.#numbers };
    else if (standing.position !== now.position) this.motion.value = null;
    this.now.value = { ...now, ...standing, acts: [...now.acts, ...acts] };
  }

  #opened(status: string, now: Snapshot): boolean {
    return status === "over" && now.status !== "over" && Boolean(now.scene?.holders.length);
  }
}

/** Has an engine moved whose turn it still is? */
function goesOn({ events, turn, seats, status }: Events): boolean {
  const last = events.at(-1);
  if (status !== "live" || turn?.kind !== "move" || last?.kind !== "moved") return false;
  return last.seat === turn.seat && Boolean(seats[turn.seat]?.engine);
}
