/** Who sits where at a new table, and whether that stays so. */
import { skinOf } from "../games";
import { type Key, t } from "../i18n";
import type { Catalogue, GameEntry } from "../net/types";
import { Choice } from "../parts/Choice";
import { LEVELS } from "../parts/LevelChoice";
import { SeatPieces } from "../parts/SeatPieces";

export const ORDERS = ["rotated", "chosen", "drawn"] as const;

export interface Seating {
  /** In turn order: me, friend, device, level1 to level8, or a program that the host has added. */
  readonly seats: readonly string[];
  readonly order: (typeof ORDERS)[number];
}

const OCCUPANTS = ["me", "friend", "device", ...LEVELS.map((level) => `level${level}`)];

type Engine = Catalogue["engines"][number];

function occupantText(occupant: string, hosted: readonly Engine[]): string {
  const program = hosted.find(({ name }) => name === occupant);
  if (program) return program.title;
  const level = /^level(\d)$/.exec(occupant)?.[1];
  return level ? t("new.engine", { level }) : t(`new.${occupant}` as Key);
}

/** You sit once: whoever sat where you go takes your seat. */
export function reseated(seats: readonly string[], seat: number, occupant: string): readonly string[] {
  const before = seats[seat]!;
  const mine = occupant === "me" ? seats.indexOf("me") : -1;
  return seats.map((one, at) => (at === seat ? occupant : at === mine ? before : one));
}

interface Props {
  readonly game: GameEntry;
  readonly seats: GameEntry["tables"][number]["seats"];
  /** Programs that the host has added. */
  readonly hosted: readonly Engine[];
  readonly seating: Seating;
  readonly onSeating: (seating: Seating) => void;
}

export function SeatsForm({ game, seats, hosted, seating, onSeating }: Props) {
  const occupants = [...OCCUPANTS, ...hosted.map(({ name }) => name)];
  return (
    <>
      <ol class="new-seats">
        {seats.map(({ seat, name }) => (
          <li key={seat}>
            <SeatPieces faces={skinOf(game.name).seatPieces(name)} name={name} />
            <Choice
              labelled
              label={t(`new.turn.${seat}` as Key)}
              value={seating.seats[seat] ?? "friend"}
              all={occupants}
              text={(occupant) => occupantText(occupant, hosted)}
              onChoice={(occupant) => onSeating({ ...seating, seats: reseated(seating.seats, seat, occupant) })}
            />
          </li>
        ))}
      </ol>
      <Choice
        labelled
        label={t("new.order")}
        value={seating.order}
        all={ORDERS}
        text={(order) => t(`new.order.${order}`)}
        onChoice={(order) => onSeating({ ...seating, order })}
      />
    </>
  );
}
