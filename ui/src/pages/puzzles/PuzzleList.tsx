/** The puzzles of a game that are wanted, some at first. */
import { useState } from "preact/hooks";
import { maybe, t } from "../../i18n";
import type { WinList } from "../../net/types";
import { Choice } from "../../parts/Choice";
import { Link } from "../../parts/Link";
import { solving } from "../../state/solving";
import { fits, searchOf, type Wanted } from "./wanted";

/** How many are listed at first. */
const SOME = 24;

/** A puzzle of either kind, as the list shows it. */
export interface Listed {
  readonly game: string;
  readonly name: string;
  readonly path: string;
  readonly grade: number;
  readonly theme: string;
  readonly text: string;
}

interface Props {
  readonly puzzles: readonly Listed[];
  readonly themes: WinList["themes"];
  readonly wanted: Wanted;
  readonly onWant: (wanted: Wanted) => void;
}

export function PuzzleList({ puzzles, themes, wanted, onWant }: Props) {
  const [most, setMost] = useState(SOME);
  const { done } = solving.value;
  const shown = puzzles.filter((one) => fits(one, wanted));
  const grades = [...new Set([0, ...puzzles.map((one) => one.grade)])].sort((one, other) => one - other);
  const codes = themes.map((one) => one.theme).filter((code) => puzzles.some((one) => one.theme === code));
  const title = (code: string) => {
    const known = themes.find((one) => one.theme === code);
    return known ? (maybe(`theme.${known.game}.${code}`) ?? known.title) : t("wins.theme.any");
  };
  return (
    <section class="puzzle-list" aria-label={t("wins.all")}>
      <div class="fields puzzle-filters">
        <Choice labelled label={t("puzzles.grade")} value={wanted.grade} all={grades} text={(one) => (one ? t("puzzles.grade.of", { grade: one }) : t("wins.grade.any"))} onChoice={(grade) => onWant({ ...wanted, grade })} />
        {codes.length > 0 && (
          <Choice labelled label={t("wins.theme")} value={wanted.theme} all={["", ...codes]} text={title} onChoice={(theme) => onWant({ ...wanted, theme })} />
        )}
        <output class="quiet-text">{t("wins.count", { count: shown.length })}</output>
      </div>
      {!shown.length && <p>{t("wins.none")}</p>}
      <ul class="puzzles">
        {shown.slice(0, most).map((one) => {
          const known = done[`${one.game}/${one.name}`];
          return (
            <li key={one.name}>
              <Link to={one.path + searchOf(wanted)} class="table-card">
                <b>
                  {t("puzzles.name", { name: one.name })}
                  {known && <span class={`puzzle-done done-${known}`}>{t(`wins.done.${known}`)}</span>}
                </b>
                <span>
                  {one.text} · {t("puzzles.grade.of", { grade: one.grade })}
                  {one.theme && ` · ${title(one.theme)}`}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      {shown.length > most && (
        <button type="button" onClick={() => setMost(most + SOME)}>
          {t("wins.more")}
        </button>
      )}
    </section>
  );
}
