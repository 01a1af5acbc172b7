/** The one socket: joins again after every loss, and sends once what was not acknowledged. */
import { signal } from "@preact/signals";
import { siteAddress } from "./site";
import type { Command, ErrorBody, SocketMessage, SocketRequest } from "./types";

/** The version of the protocol that this page speaks. */
const PROTOCOL = 2;

export type Answer =
  | { readonly done: true; readonly revision: number }
  | { readonly done: false; readonly error: ErrorBody };

interface Waiting {
  readonly table: string;
  readonly command: Command;
  readonly resolve: (answer: Answer) => void;
}

export interface Watcher {
  /** Through whose eyes; null: as usual. */
  view(): number | null;
  /** The revision that is known already; null: nothing is, or all is wanted anew. */
  revision(): number | null;
  receive(message: SocketMessage): void;
}

/** Milliseconds until the next try: people are back within two seconds of the server. */
const WAITS = [250, 500, 1000];
/** The server pings every five seconds: whoever hears nothing for so long has lost it. */
const SILENCE = 12_000;
const OPENING = 4_000;
/** More, for what came while the page itself was busy and is not read yet. */
const GRACE = 500;
const RELOADED = "reloaded";

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
  /** Known by another cookie: what was told before may be too little. */
  #isRenewed = false;

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

  /** Join a table again, e.g. to look through the eyes of another seat. */
  refresh(table: string): void {
    const watcher = this.#watchers.get(table);
    if (watcher && this.#open) this.#join(table, watcher);
  }

  /** Known by another cookie from now on: sockets show theirs only once. */
  renew(): void {
    if (!this.#socket) return;
    this.#drop();
    this.#isRenewed = true;
    if (this.#watchers.size) this.#connect();
  }

  command(table: string, command: Command): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(command.id, { table, command, resolve });
      if (this.#open) this.#send({ type: "command", table, command });
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
    const revision = this.#isRenewed ? null : watcher.revision();
    this.#send({ type: "join", table, revision, view: watcher.view(), scenes: true });
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${siteAddress("/ws")}?protocol=${PROTOCOL}`);
    this.#socket = socket;
    this.#listen(OPENING);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#listen(SILENCE);
      this.#failures = 0;
      connection.value = "on";
      for (const [table, watcher] of this.#watchers) this.#join(table, watcher);
      this.#isRenewed = false;
      for (const { table, command } of this.#waiting.values()) this.#send({ type: "command", table, command });
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
    const giveUp = () => {
      this.#drop();
      this.#lost();
    };
    this.#silence = window.setTimeout(() => (this.#silence = window.setTimeout(giveUp, GRACE)), patience);
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
        this.#settle(message.id, { done: true, revision: message.revision });
        return;
      case "error":
        if (message.error.code === "other_protocol") reloadOnce();
        if (message.id) this.#settle(message.id, { done: false, error: message.error });
        if (message.table && (message.update || !message.id))
          this.#watchers.get(message.table)?.receive(message);
        return;
      case "update":
        sessionStorage.removeItem(RELOADED);
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

/** The server speaks another protocol: it has a newer page. If that one fails as well, nothing helps. */
function reloadOnce(): void {
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
}

export const socket = new LiveSocket();

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) socket.wake();
});
window.addEventListener("online", () => socket.wake());

/** A name for a command. (`crypto.randomUUID` is missing where a page comes without https.) */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
