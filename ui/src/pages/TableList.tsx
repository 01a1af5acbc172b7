/** Tables in a list: who plays what, on which clock, since when. */
import { t } from "../i18n";
import type { Catalogue, TableCard } from "../net/types";
import { Link } from "../parts/Link";
import { ageText, clockOf, listedNames, optionsOf, tableState } from "./tableText";

interface Props {
  readonly title: string;
  /** Null: they are not known yet. */
  readonly tables: readonly TableCard[] | null;
  readonly games: Catalogue | null;
  /** What is said of an empty list; without it, that is not shown at all. */
  readonly empty?: string;
}

export function TableList({ title, tables, games, empty }: Props) {
  if (!tables || !games) return <section class="tables skeleton block" aria-label={t("page.loading")} />;
  if (!tables.length && !empty) return null;
  return (
    <section class="tables">
      <h2>{title}</h2>
      {!tables.length && <p class="quiet-text">{empty}</p>}
      <ul>
        {tables.map((table) => (
          <li key={table.table}>
            <Card table={table} games={games} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ table, games }: { table: TableCard; games: Catalogue }) {
  const game = games.games.find(({ name }) => name === table.configuration.game);
  const names = listedNames(table);
  const facts = [clockOf(table.configuration.clock), ...optionsOf(table, game), ageText(Date.now() - table.changed)];
  return (
    <Link to={`/t/${table.table}`} class={table.your_turn ? "table-card yours" : "table-card"}>
      <b>{game?.title ?? table.configuration.game}</b>
      <em>{tableState(table)}</em>
      <span>{table.seats.map((_, seat) => names.get(seat) ?? t("seat.free")).join(" · ")}</span>
      <small>{facts.join(" · ")}</small>
    </Link>
  );
}
