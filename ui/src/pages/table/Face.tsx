/** The face of a player: a computer's own, or a person's first letter. */
import { spoken } from "../../i18n";
import type { SeatView } from "../../net/types";
import { Icon } from "../../parts/Icon";
import { nameOf } from "./people";
import { personasOf } from "./personas";

export function Face({ seats, seat }: { seats: readonly SeatView[]; seat: SeatView }) {
  const persona = personasOf(seats).get(seat.seat);
  if (persona) {
    return (
      <svg class={`face fill-${persona.colour}`} viewBox="0 0 24 24" aria-hidden="true">
        <rect x="2" y="2" width="20" height="20" rx="5" />
        <path d={persona.eyes} />
        <path d={persona.mouth} />
      </svg>
    );
  }
  return (
    <span class="face person" aria-hidden="true">
      {seat.name ? nameOf(seat.name).charAt(0).toLocaleUpperCase(spoken.value.language) : <Icon name="user" />}
    </span>
  );
}
