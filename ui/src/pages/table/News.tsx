/** What goes on at the table, in one line; under it what asks for an answer. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { connection } from "../../net/socket";
import type { Snapshot } from "../../net/types";
import { EndPanel } from "./EndPanel";
import { Sit } from "./Invite";
import { Offers } from "./Offers";
import { turnText } from "./people";
import type { TableProps } from "./Play";

interface Props extends TableProps {
  /** A hint takes the place of whose turn it is: only who is to move can ask for one. */
  readonly hint: string;
  readonly onInvite: () => void;
}

export function News({ hint, onInvite, ...props }: Props) {
  const { model, now, game } = props;
  const long = useLongThought(now);
  const pending = connection.value === "off" && model.waiting.value;
  const turn = long ? t("turn.ready") : turnText(game, now);
  const watching = now.you.holds.length === 0 && now.status !== "open";
  return (
    <section class="news">
      <p class={pending ? "turn pending" : "turn"} role="status" aria-live="polite">
        {pending ? t("net.pending") : hint || turn}
        {watching ? ` · ${t("turn.watching")}` : ""}
      </p>
      {now.spectators > 0 && <p class="quiet-text">{t("turn.watchers", { count: now.spectators })}</p>}
      <Offers {...props} />
      {now.status === "open" && <Sit {...props} onInvite={onInvite} />}
      {(now.status === "over" || now.status === "aborted") && <EndPanel {...props} />}
    </section>
  );
}

const LONG = 6000;

/** An engine that takes long is being compiled, on a machine that has never played this game. */
function useLongThought(now: Snapshot): boolean {
  const [long, setLong] = useState(-1);
  const engine = now.turn?.kind === "move" ? now.seats[now.turn.seat]?.engine : "";
  const waits = now.status === "live" && Boolean(engine);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLong(now.position), LONG);
    return () => clearTimeout(timer);
  }, [waits, now.position]);
  return waits && long === now.position;
}
