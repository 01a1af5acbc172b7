/** Open offers: to answer, or waiting for an answer. */
import { t } from "../../i18n";
import { seatName } from "./people";
import { type TableProps, command } from "./Play";

export function Offers({ model, now, game }: TableProps) {
  if (!now.you.holds.length) return null;
  const ended = now.status === "over" || now.status === "aborted";
  const asking = now.rematch.find((seat) => !now.you.holds.includes(seat));
  return (
    <>
      {now.offers.map(({ what, by }) => {
        const asked = now.you.holds.filter((seat) => !by.includes(seat));
        const name = seatName(game, now, by[0] ?? 0);
        if (!asked.length) return <p class="offer" key={what}>{t("offer.waiting")}</p>;
        const answer = (agreed: boolean) => {
          for (const seat of asked) void command(model, { type: "answer", what, agreed, seat });
        };
        return (
          <div class="offer" role="alert" key={what}>
            <span>{t(what === "draw" ? "offer.draw" : "offer.takeback", { name })}</span>
            <button type="button" class="main" onClick={() => answer(true)}>{t("act.accept")}</button>
            <button type="button" class="quiet" onClick={() => answer(false)}>{t("act.decline")}</button>
          </div>
        );
      })}
      {ended && asking !== undefined && !now.next_table && (
        <p class="offer">{t("offer.rematch", { name: seatName(game, now, asking) })}</p>
      )}
    </>
  );
}
