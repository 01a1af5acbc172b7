/** The one socket: joins again after every loss, and sends once what was not acknowledged. */
import { signal } from "@preact/signals";
import type { Fault, Snapshot, SocketMessage, SocketRequest, Wish } from "./types";

export type Answer =
  | { readonly granted: true; readonly version: number }
  | { readonly granted: false; readonly fault: Fault; readonly snapshot: Snapshot | null };

interface Waiting {
  readonly table: string;
  readonly wish: Wish;
  readonly resolve: (answer: Answer) => void;
}

export interface Watcher {
  /** Through whose eyes; null: as usual. */
  view(): number | null;
  receive(message: SocketMessage): void;
}

/** Milliseconds until the next try: people are back within two seconds of the server. */
const WAITS = [250, 500, 1000];
/** The server pings every five seconds: whoever hears nothing for so long has lost it. */
const SILENCE = 12_000;
const OPENING = 4_000;

/** Is the server reachable, as far as we know? */
export const connection = signal<"on" | "off">("on");

class LiveSocket {
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer = 0;
  #silence = 0;
  #heard = 0;
  #watchers = new Map<string, Watcher>();
  #waiting = new Map<string, Waiting>();

  watch(table: string, watcher: Watcher): () => void {
    this.#watchers.set(table, watcher);
    if (this.#open) this.#join(table, watcher);
    else this.#connect();
    return () => {
      if (this.#watchers.get(table) !== watcher) return;
      this.#watchers.delete(table);
      if (this.#open) this.#send({ type: "leave", table });
      else if (!this.#watchers.size) connection.value = "on"; // nobody waits for it any more
    };
  }

  /** Ask for all about a table anew. */
  refresh(table: string): void {
    const watcher = this.#watchers.get(table);
    if (watcher && this.#open) this.#join(table, watcher);
  }

  /** Known by another cookie from now on: sockets show theirs only once. */
  renew(): void {
    if (!this.#socket) return;
    this.#drop();
    if (this.#watchers.size) this.#connect();
  }

  do(table: string, wish: Wish): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(wish.id, { table, wish, resolve });
      if (this.#open) this.#send({ type: "do", table, wish });
    });
  }

  /** Try at once, e.g. when the page is shown again after a sleep. */
  wake(): void {
    if (!this.#watchers.size) return;
    if (this.#open && performance.now() - this.#heard > SILENCE / 2) this.#drop();
    if (!this.#socket) this.#connect();
  }

  get #open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #send(request: SocketRequest): void {
    this.#socket?.send(JSON.stringify(request));
  }

  #join(table: string, watcher: Watcher): void {
    this.#send({ type: "join", table, last: null, view: watcher.view(), scenes: true });
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    this.#listen(OPENING);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#failures = 0;
      connection.value = "on";
      for (const [table, watcher] of this.#watchers) this.#join(table, watcher);
      for (const { table, wish } of this.#waiting.values()) this.#send({ type: "do", table, wish });
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#listen(SILENCE);
      this.#received(JSON.parse(String(data)) as SocketMessage);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** Something was heard; if nothing more is for so long, the connection is gone. */
  #listen(patience: number): void {
    this.#heard = performance.now();
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => {
      this.#drop();
      this.#lost();
    }, patience);
  }

  #drop(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost(): void {
    clearTimeout(this.#silence);
    this.#socket = null;
    if (!this.#watchers.size) return;
    connection.value = "off";
    const wait = WAITS[Math.min(this.#failures++, WAITS.length - 1)]!;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#connect(), wait);
  }

  #received(message: SocketMessage): void {
    switch (message.type) {
      case "ping":
        this.#send({ type: "pong", number: message.number });
        return;
      case "ack":
        this.#settle(message.id, { granted: true, version: message.version });
        return;
      case "refused":
        if (message.id)
          this.#settle(message.id, {
            granted: false,
            fault: message.error,
            snapshot: message.snapshot,
          });
        if (message.table && (message.snapshot || !message.id))
          this.#watchers.get(message.table)?.receive(message);
        return;
      default:
        this.#watchers.get(message.table)?.receive(message);
    }
  }

  #settle(id: string, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve(answer);
  }
}

export const socket = new LiveSocket();

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) socket.wake();
});
window.addEventListener("online", () => socket.wake());

/** A name for a wish. (`crypto.randomUUID` is missing where a page comes without https.) */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
