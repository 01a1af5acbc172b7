/** Who played a reviewed game. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api } from "../../net/api";
import { playersOf } from "../study/players";
import type { Review, Source } from "./useReview";

interface Names {
  /** By seat; the reader, who sat at its table, is told so. */
  readonly names: readonly string[];
  /** The reader's seat; null: none, or several. */
  readonly own: number | null;
}

export function useNames(source: Source, { record, seatNames }: Review): Names {
  const own = useOwnSeat(source);
  const names = playersOf(record, seatNames).map(({ seat, name }) => (seat === own ? `${name} (${t("seat.you")})` : name));
  return { names, own };
}

function useOwnSeat(source: Source): number | null {
  const [own, setOwn] = useState<number | null>(null);
  const table = "table" in source ? source.table : null;
  useEffect(() => {
    if (table === null) return;
    api.table(table).then(
      ({ you: { holds } }) => setOwn(holds.length === 1 ? holds[0]! : null),
      () => undefined, // then the names say enough
    );
  }, [table]);
  return own;
}
