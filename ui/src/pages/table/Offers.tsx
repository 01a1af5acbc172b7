/** Open offers: to answer, or sent and waiting for an answer. */
import { t } from "../../i18n";
import { hasEnded } from "./endings";
import { seatName } from "./people";
import { type TableProps, command } from "./Play";

export function Offers({ model, now, game }: TableProps) {
  if (!now.you.holds.length) return null;
  const asking = now.rematch.find((seat) => !now.you.holds.includes(seat));
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
      {hasEnded(now) && !now.next_table && !asked && asking !== undefined && (
        <p class="offer" role="status">{t("offer.rematch", { name: seatName(game, now, asking) })}</p>
      )}
    </>
  );
}
