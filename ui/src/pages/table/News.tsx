/** What goes on at the table, in one line; under it what asks for an answer. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { connection } from "../../net/socket";
import type { TableView } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { EndPanel } from "./EndPanel";
import { Sit } from "./Invite";
import type { Past } from "./Moves";
import { Offers } from "./Offers";
import { turnText } from "./people";
import type { TableProps } from "./Play";

interface Props extends TableProps {
  /** A hint takes the place of whose turn it is: only who is to move can ask for one. */
  readonly hint: string;
  readonly past: Past;
  readonly onInvite: () => void;
}

export function News({ hint, past, onInvite, ...props }: Props) {
  const { model, now, game } = props;
  const long = useLongThought(now);
  const pending = connection.value === "off" && model.waiting.value;
  const turn = long ? t("turn.ready") : turnText(game, now);
  const watching = now.you.holds.length === 0 && now.status !== "open";
  const watchers = now.spectators - Number(now.you.holds.length === 0);
  if (past.at !== null) return <Looking past={past} all={now.actions.length} />;
  return (
    <section class="news">
      <p class={pending ? "turn pending" : "turn"} role="status" aria-live="polite">
        {pending ? t("net.pending") : hint || turn}
        {watching ? ` · ${t("turn.watching")}` : ""}
      </p>
      {watchers > 0 && <p class="quiet-text">{t("turn.watchers", { count: watchers })}</p>}
      <Offers {...props} />
      {now.status === "open" && <Sit {...props} onInvite={onInvite} />}
      {(now.status === "over" || now.status === "aborted") && <EndPanel {...props} />}
    </section>
  );
}

/** An earlier board is shown. */
function Looking({ past, all }: { past: Past; all: number }) {
  return (
    <section class="news">
      <button type="button" aria-label={t("moves.back")} onClick={() => past.step(-1)} disabled={past.at === 0}>
        <Icon name="back" />
      </button>
      <p class="turn" role="status">{t("moves.past", { at: past.at ?? all, all })}</p>
      <button type="button" aria-label={t("moves.on")} onClick={() => past.step(1)}>
        <Icon name="on" />
      </button>
      <button type="button" class="main" onClick={() => past.look(null)}>
        {t("moves.now")}
      </button>
    </section>
  );
}

const LONG = 6000;

/** An engine that takes long is being compiled, on a machine that has never played this game. */
function useLongThought(now: TableView): boolean {
  const [long, setLong] = useState(-1);
  const engine = now.turn?.kind === "move" ? now.seats[now.turn.seat]?.engine : "";
  const waits = now.status === "live" && Boolean(engine);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setLong(now.board_revision), LONG);
    return () => clearTimeout(timer);
  }, [waits, now.board_revision]);
  return waits && long === now.board_revision;
}
