/** The cards of a seat: one's own open and large, the others' as backs; those fulfilled beside them. */
import { t } from "../../i18n";
import { CardView } from "../../board/Cards";
import type { Scene } from "../../net/types";

/** How many cards a seat has fulfilled. */
export function shownOf(scene: Scene, called: string): number {
  return cardsIn(scene, called, ["shown"]).length;
}

function cardsIn(scene: Scene, called: string, kinds: readonly string[]) {
  const holders = scene.holders.filter(({ kind, seat }) => kinds.includes(kind) && seat === called).map(({ id }) => id);
  return scene.items.filter(({ kind, place }) => kind === "card" && holders.includes(place));
}

interface Props {
  readonly scene: Scene;
  /** The seat, as the game calls it. */
  readonly called: string;
  readonly own: boolean;
  readonly name: string;
  readonly lit: string | null;
  readonly onLight: (card: string | null) => void;
}

export function Hand({ scene, called, own, name, lit, onLight }: Props) {
  const cards = new Map(scene.cards.map((card) => [card.id, card]));
  const held = cardsIn(scene, called, ["hand", "tie"]);
  const shown = cardsIn(scene, called, ["shown"]);
  if (!held.length && !shown.length) return null;
  const pictures = (items: typeof held) =>
    items.map(({ id }) => {
      const card = cards.get(id);
      if (!card) return <span key={id} class="card back" aria-hidden="true" />;
      return <CardView key={id} card={card} lit={lit === id} onLight={onLight} />;
    });
  return (
    <div class="hand">
      <div class="cards held-cards" role="group" aria-label={t(own ? "seat.cards.you" : "seat.cards", { name })}>
        {pictures(held)}
      </div>
      {shown.length > 0 && (
        <div class="cards shown-cards" role="group" aria-label={t("seat.shown", { name })}>
          {pictures(shown)}
        </div>
      )}
    </div>
  );
}
