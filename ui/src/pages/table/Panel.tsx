/** Beside the board: what asks for an answer, how it ended, what can be done, and moves, chat and rules. */
import { useEffect, useState } from "preact/hooks";
import { t, type Key } from "../../i18n";
import { LearnOffer } from "../learn/LearnOffer";
import { Actions } from "./Actions";
import { Chat, hasChat } from "./Chat";
import { EndPanel } from "./EndPanel";
import { hasEnded } from "./endings";
import { Sit } from "./Invite";
import { Moves, Stepper } from "./Moves";
import { Offers, rematchAsker } from "./Offers";
import type { Past } from "./past";
import type { Sheet, TableProps } from "./Play";
import { ShortRules } from "./ShortRules";

interface Props extends TableProps {
  readonly past: Past;
  readonly onSheet: (sheet: Sheet) => void;
  readonly onUndo: () => void;
  readonly onHint: (() => void) | null;
  readonly hinting: boolean;
}

const TABS = { moves: "act.moves", chat: "act.chat", rules: "act.rules" } as const satisfies Record<string, Key>;
type Tab = keyof typeof TABS;

/** What asks for an answer; on a phone it lies over the actions. */
export function Notices({ onSheet, ...props }: TableProps & { onSheet: (sheet: Sheet) => void }) {
  const { now } = props;
  const [declined, setDeclined] = useState(false);
  const asking = declined ? null : rematchAsker(now);
  return (
    <div class="notices">
      <Offers {...props} asking={asking} onDecline={() => setDeclined(true)} />
      {now.status === "open" && <Sit {...props} onInvite={() => onSheet("invite")} />}
      {hasEnded(now) && <EndPanel {...props} asked={asking !== null} />}
    </div>
  );
}

export function Panel({ past, onSheet, onUndo, onHint, hinting, ...props }: Props) {
  const { model, now, game } = props;
  const [tab, setTab] = useState<Tab>("moves");
  const tabs = (Object.keys(TABS) as Tab[]).filter((one) => one !== "chat" || hasChat(game, now));
  const shown = tabs.includes(tab) ? tab : "moves";
  useEffect(() => {
    if (shown === "chat") model.unread.value = 0;
  }, [shown, model.chat.value]);
  return (
    <aside class="panel-column">
      <Notices {...props} onSheet={onSheet} />
      <Actions {...props} onSheet={onSheet} onUndo={onUndo} onHint={onHint} hinting={hinting} />
      {now.you.holds.length > 0 && <LearnOffer game={game} />}
      <section class="tab-box">
        <div class="tablist" role="tablist">
          {tabs.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`tab-${one}`}
              aria-selected={shown === one}
              aria-controls="tab-body"
              tabIndex={shown === one ? 0 : -1}
              onClick={() => setTab(one)}
              onKeyDown={(event) => {
                const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
                if (by === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                const next = tabs[(tabs.indexOf(one) + by + tabs.length) % tabs.length]!;
                setTab(next);
                document.getElementById(`tab-${next}`)?.focus();
              }}
            >
              {t(TABS[one])}
              {one === "chat" && model.unread.value > 0 && shown !== "chat" && <span class="badge">{model.unread.value}</span>}
            </button>
          ))}
        </div>
        <div class="tab-body" id="tab-body" role="tabpanel" aria-labelledby={`tab-${shown}`}>
          {shown === "moves" && (
            <>
              <Moves {...props} past={past} />
              <Stepper now={now} past={past} />
            </>
          )}
          {shown === "chat" && <Chat {...props} />}
          {shown === "rules" && <ShortRules game={game} />}
        </div>
      </section>
    </aside>
  );
}
