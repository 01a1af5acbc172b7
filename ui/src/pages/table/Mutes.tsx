/** Those who have spoken can be muted, and those who are muted heard again. */
import { t } from "../../i18n";
import { socket } from "../../net/socket";
import type { ChatLine } from "../../net/types";
import { nameOf, seatName } from "./people";
import { type TableProps, command } from "./Play";

export function Mutes({ model, now, game, lines }: TableProps & { lines: readonly ChatLine[] }) {
  const mine = now.you.holds[0];
  const spoken = new Set(lines.map(({ seat }) => seat));
  const seats = now.seats.filter(
    ({ seat }) => mine !== undefined && !now.you.holds.includes(seat) && (spoken.has(seat) || now.you.muted.includes(seat)),
  );
  const spectators = new Map(lines.flatMap(({ speaker, name }) => (speaker ? [[speaker, name]] : [])));
  const hidden = model.hidden.value;
  if (!seats.length && !spectators.size) return null;
  return (
    <div class="mutes">
      {seats.map(({ seat }) => {
        const muted = now.you.muted.includes(seat);
        return (
          <Mute
            key={seat}
            name={seatName(game, now, seat)}
            muted={muted}
            onChange={() =>
              void command(model, { type: "mute", whom: seat, muted: !muted, seat: mine! }).then(() => socket.refresh(model.id))
            }
          />
        );
      })}
      {[...spectators].map(([speaker, name]) => (
        <Mute
          key={speaker}
          name={nameOf(name!)}
          muted={hidden.has(speaker!)}
          onChange={() => {
            const others = new Set(hidden);
            if (!others.delete(speaker!)) others.add(speaker!);
            model.hidden.value = others;
          }}
        />
      ))}
    </div>
  );
}

interface MuteProps {
  readonly name: string;
  readonly muted: boolean;
  readonly onChange: () => void;
}

function Mute({ name, muted, onChange }: MuteProps) {
  return (
    <button type="button" class="quiet" aria-pressed={muted} onClick={onChange}>
      {t(muted ? "act.unmute" : "act.mute", { name })}
    </button>
  );
}
