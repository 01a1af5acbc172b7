/** Chat with the table, or with one's team. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../i18n";
import { socket } from "../../net/socket";
import { alone, confers, seatName } from "./people";
import { type TableProps, command } from "./Play";

/** Can anything be said or read here? */
export const hasChat = (game: TableProps["game"], now: TableProps["now"]): boolean =>
  (now.configuration.chat || confers(game, now)) && !alone(now);

interface ChatProps extends TableProps {
  /** Is it a sheet of its own? Then what is in it has been read. */
  readonly seen?: boolean;
}

export function Chat({ seen = false, ...props }: ChatProps) {
  const { model, now, game } = props;
  const [team, setTeam] = useState(!now.configuration.chat);
  const log = useRef<HTMLDivElement>(null);
  const mine = now.you.holds[0];
  const partners = confers(game, now);
  useEffect(() => {
    if (seen) model.unread.value = 0;
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [model.chat.value, team]);
  const lines = model.chat.value.filter(({ room }) => (room === "team") === team);
  return (
    <section class="chat">
      {partners && now.configuration.chat && (
        <div class="tabs" role="group">
          <button type="button" aria-pressed={!team} onClick={() => setTeam(false)}>{t("act.chat")}</button>
          <button type="button" aria-pressed={team} onClick={() => setTeam(true)}>{t("act.team")}</button>
        </div>
      )}
      <div class="log" ref={log} role="log" tabIndex={0} aria-label={t("act.chat")}>
        <ol>
        {lines.length === 0 && <li class="quiet-text">{t("chat.empty")}</li>}
        {lines.map(({ number, seat, text }) => (
          <li key={number}>
            <b>{seatName(game, now, seat)}</b> {text}
          </li>
        ))}
        </ol>
      </div>
      {mine === undefined && <p class="quiet-text">{t("chat.watching")}</p>}
      {mine !== undefined && <Mutes {...props} mine={mine} />}
      {mine !== undefined && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const text = String(new FormData(form).get("text") ?? "").trim();
            if (text) void command(model, { type: "say", room: team ? "team" : "table", text, seat: mine }).then((done) => done && form.reset());
          }}
        >
          <input name="text" maxLength={300} aria-label={t("chat.label")} autocomplete="off" />
          <button type="submit">{t("act.send")}</button>
        </form>
      )}
    </section>
  );
}

/** Those who have spoken can be muted, and those who are muted heard again. */
function Mutes({ model, now, game, mine }: TableProps & { mine: number }) {
  const spoken = new Set(model.chat.value.map(({ seat }) => seat));
  const others = now.seats.filter(
    ({ seat }) => !now.you.holds.includes(seat) && (spoken.has(seat) || now.you.muted.includes(seat)),
  );
  if (!others.length) return null;
  return (
    <div class="mutes">
      {others.map(({ seat }) => {
        const muted = now.you.muted.includes(seat);
        const name = seatName(game, now, seat);
        return (
          <button
            key={seat}
            type="button"
            class="quiet"
            aria-pressed={muted}
            onClick={() =>
              void command(model, { type: "mute", whom: seat, muted: !muted, seat: mine }).then(() => socket.refresh(model.id))
            }
          >
            {t(muted ? "act.unmute" : "act.mute", { name })}
          </button>
        );
      })}
    </div>
  );
}
