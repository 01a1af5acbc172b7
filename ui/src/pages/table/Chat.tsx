/** Chat with the table, with one's team, or among those who watch. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import type { Key } from "../../i18n";
import { api, ApiError } from "../../net/api";
import { newId } from "../../net/socket";
import type { ChatLine } from "../../net/types";
import { say } from "../../parts/Toast";
import { settings } from "../../state/settings";
import { Mutes } from "./Mutes";
import { alone, confers, nameOf, NAMELESS, seatName } from "./people";
import { type TableProps, command } from "./Play";

type Room = ChatLine["room"];

const TITLES: Readonly<Record<Room, Key>> = { table: "act.chat", team: "act.team", spectators: "chat.spectators" };

/** The rooms that can be read here, the usual one first. */
function roomsOf(game: TableProps["game"], now: TableProps["now"]): Room[] {
  const { chat, spectator_chat: isOpen } = now.configuration;
  const watches = !now.you.holds.length;
  const rooms: Room[] = [];
  if (chat) rooms.push("table");
  if (confers(game, now)) rooms.push("team");
  if (isOpen && (watches || now.status === "over" || now.status === "aborted")) rooms.push("spectators");
  return rooms;
}

/** Can anything be said or read here? Who is alone speaks to those who watch. */
export const hasChat = (game: TableProps["game"], now: TableProps["now"]): boolean =>
  roomsOf(game, now).length > 0 && (!alone(now) || now.configuration.spectator_chat === true);

interface ChatProps extends TableProps {
  /** Is it a sheet of its own? Then what is in it has been read. */
  readonly seen?: boolean;
}

export function Chat({ seen = false, ...props }: ChatProps) {
  const { model, now, game } = props;
  const rooms = roomsOf(game, now);
  const mine = now.you.holds[0];
  const usual = mine === undefined && rooms.includes("spectators") ? "spectators" : rooms[0];
  const [chosen, setRoom] = useState<Room | undefined>();
  const room = chosen && rooms.includes(chosen) ? chosen : usual;
  const log = useRef<HTMLDivElement>(null);
  const { value: hidden } = model.hidden;
  useEffect(() => {
    if (seen) model.unread.value = 0;
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [model.chat.value, room]);
  const lines = model.chat.value.filter((line) => line.room === room && !hidden.has(line.speaker));
  const canWrite = room === "spectators" ? mine === undefined : mine !== undefined;
  return (
    <section class="chat">
      {rooms.length > 1 && (
        <div class="tabs" role="group">
          {rooms.map((one) => (
            <button key={one} type="button" aria-pressed={one === room} onClick={() => setRoom(one)}>
              {t(TITLES[one])}
            </button>
          ))}
        </div>
      )}
      <div class="log" ref={log} role="log" tabIndex={0} aria-label={t(TITLES[room ?? "table"])}>
        <ol>
          {lines.length === 0 && <li class="quiet-text">{t("chat.empty")}</li>}
          {lines.map(({ number, seat, name, text }) => (
            <li key={number}>
              <b>{seat === null ? nameOf(name) : seatName(game, now, seat)}</b> {text}
            </li>
          ))}
        </ol>
      </div>
      <Notice room={room} watches={mine === undefined} open={now.configuration.spectator_chat === true} />
      <Mutes {...props} lines={model.chat.value.filter((line) => line.room === room)} />
      {room !== undefined && canWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const text = String(new FormData(form).get("text") ?? "").trim();
            if (!text) return;
            const said = mine === undefined ? write(now.table, text) : command(model, { type: "say", room, text, seat: mine });
            void said.then((done) => done && form.reset());
          }}
        >
          <input name="text" maxLength={300} aria-label={t("chat.label")} autocomplete="off" />
          <button type="submit">{t("act.send")}</button>
        </form>
      )}
    </section>
  );
}

/** As a spectator, over HTTP: so a browser gets its cookie. Was it taken? */
async function write(table: string, text: string): Promise<boolean> {
  const name = settings.value.name.trim() || NAMELESS;
  try {
    await api.command(table, { type: "say", id: newId(), room: "spectators", name, text });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(error.message);
    return false;
  }
}

/** Who reads this, or why nobody can write here. */
function Notice({ room, watches, open }: { room: Room | undefined; watches: boolean; open: boolean }) {
  if (room === "spectators") return <p class="quiet-text">{t(watches ? "chat.later" : "chat.after")}</p>;
  return watches ? <p class="quiet-text">{t(open ? "chat.watching" : "chat.closed")}</p> : null;
}
