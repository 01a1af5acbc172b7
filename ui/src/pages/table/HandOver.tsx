/** Pass and play with secrets: nobody sees the cards of somebody else. */
import { t } from "../../i18n";
import { seatName } from "./people";
import type { TableProps } from "./Play";

export function HandOver({ model, now, game, seat }: TableProps & { seat: number }) {
  return (
    <section class="handover">
      <h1>{t("handover.title", { name: seatName(game, now, seat) })}</h1>
      <p>{t("handover.text")}</p>
      <button type="button" class="main" onClick={() => model.look(seat)}>
        {t("act.ready")}
      </button>
    </section>
  );
}
