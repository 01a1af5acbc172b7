/** What is left of a seat's time. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { daysText, decimal } from "../../i18n/intl";
import type { TableView } from "../../net/types";
import type { TableModel } from "../../state/table";

interface Props {
  readonly model: TableModel;
  readonly now: TableView;
  readonly seat: number;
  readonly name: string;
}

export function Clock({ model, now, seat, name }: Props) {
  const [, tick] = useState(0);
  const runs = now.clock?.running === seat;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((count) => count + 1), 200);
    return () => clearInterval(timer);
  }, [runs]);
  const gone = runs ? performance.now() - model.clockAt.value : 0;
  const left = Math.max(0, (now.clock?.left[seat] ?? 0) - gone);
  return (
    <time class={`clock${runs ? " runs" : ""}${left < 10_000 ? " short" : ""}`} aria-label={t("clock.of", { name })}>
      {clockText(left)}
    </time>
  );
}

export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return daysText(Math.floor(hours / 24), hours % 24);
  const two = (number: number) => String(number).padStart(2, "0");
  if (hours) return `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return left < 10_000 && left > 0
    ? decimal(Math.floor(left / 100) / 10, 1)
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
