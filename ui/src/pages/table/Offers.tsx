/** Open offers: to answer, or sent and waiting for an answer. */
import { t } from "../../i18n";
import type { TableView } from "../../net/types";
import { hasEnded } from "./endings";
import { seatName } from "./people";
import { type TableProps, command } from "./Play";

/** The seat that asks for a rematch and waits for an answer from here; null: there is none. */
export function rematchAsker({ next_table, rematch, status, you }: TableView): number | null {
  const isOpen = (status === "over" || status === "aborted") && !next_table && you.holds.length > 0;
  if (!isOpen || rematch.some((seat) => you.holds.includes(seat))) return null;
  return rematch.find((seat) => !you.holds.includes(seat)) ?? null;
}

interface Props extends TableProps {
  /** The seat whose request for a rematch is to be answered. */
  readonly asking: number | null;
  readonly onDecline: () => void;
}

export function Offers({ model, now, game, asking, onDecline }: Props) {
  if (!now.you.holds.length) return null;
  const asked = now.rematch.some((seat) => now.you.holds.includes(seat));
  return (
    <>
      {now.offers.map(({ what, by }) => {
        const own = now.you.holds.filter((seat) => !by.includes(seat) && !now.seats[seat]?.left);
        const name = seatName(game, now, by[0] ?? 0);
        if (!own.length) return <p class="offer" role="status" key={what}>{t(`offer.sent.${what}`)}</p>;
        const answer = (agreed: boolean) => {
          for (const seat of own) void command(model, { type: "answer", what, agreed, seat });
        };
        return (
          <div class="offer" role="alert" key={what}>
            <span>{t(`offer.${what}`, { name })}</span>
            <button type="button" class="main" onClick={() => answer(true)}>{t("act.accept")}</button>
            <button type="button" onClick={() => answer(false)}>{t("act.decline")}</button>
          </div>
        );
      })}
      {hasEnded(now) && !now.next_table && asked && <p class="offer" role="status">{t("offer.sent.rematch")}</p>}
      {asking !== null && (
        <div class="offer" role="alert">
          <span>{t("offer.rematch", { name: seatName(game, now, asking) })}</span>
          <button type="button" class="main" onClick={() => void command(model, { type: "rematch", seat: now.you.holds[0] ?? null })}>
            {t("act.accept")}
          </button>
          <button type="button" onClick={onDecline}>{t("act.decline")}</button>
        </div>
      )}
    </>
  );
}
