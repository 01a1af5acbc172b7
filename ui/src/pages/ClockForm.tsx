/** A clock for a new table: none, one of the usual ones, or one of your own. */
import { t } from "../i18n";
import { CLOCKS } from "../state/quick";
import { type ClockChoice, clockOf } from "./tableText";

/** What a table takes. */
const MOST = { minutes: 180, seconds: 180, days: 14 } as const;

const same = (one: ClockChoice, other: ClockChoice): boolean => clockOf(one) === clockOf(other);

interface Props {
  readonly clock: ClockChoice;
  readonly onClock: (clock: ClockChoice) => void;
}

export function ClockForm({ clock, onClock }: Props) {
  const live = clock.kind === "live" ? clock : null;
  const withTime = (minutes: number, increment: number) =>
    onClock(minutes + increment > 0 ? { kind: "live", base: minutes * 60, increment } : { kind: "none" });
  return (
    <>
      <div class="pills" role="group" aria-label={t("new.clock.usual")}>
        {CLOCKS.map((one) => (
          <button key={clockOf(one)} type="button" aria-pressed={same(one, clock)} onClick={() => onClock(one)}>
            {clockOf(one)}
          </button>
        ))}
      </div>
      <div class="fields figures">
        <Amount
          label={t("new.clock.minutes")}
          most={MOST.minutes}
          value={live ? live.base / 60 : 0}
          onValue={(minutes) => withTime(minutes, live?.increment ?? 0)}
        />
        <Amount
          label={t("new.clock.seconds")}
          most={MOST.seconds}
          value={live?.increment ?? 0}
          onValue={(seconds) => withTime(live ? live.base / 60 : 0, seconds)}
        />
        <Amount
          label={t("new.clock.days")}
          most={MOST.days}
          value={clock.kind === "days" ? clock.days : 0}
          onValue={(days) => onClock(days ? { kind: "days", days } : { kind: "none" })}
        />
      </div>
    </>
  );
}

/** A number that somebody typed, as a table takes it. */
export const amount = (typed: string, most: number): number =>
  Math.min(most, Math.max(0, Math.round(Number(typed) || 0)));

interface AmountProps {
  readonly label: string;
  readonly most: number;
  readonly value: number;
  readonly onValue: (value: number) => void;
}

function Amount({ label, most, value, onValue }: AmountProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        value={value || ""}
        placeholder="0"
        onInput={({ currentTarget }) => onValue(amount(currentTarget.value, most))}
      />
    </label>
  );
}
