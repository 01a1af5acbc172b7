/** On to the next puzzle, of those that were chosen in the list. */
import { t } from "../../i18n";
import { Icon } from "../../parts/Icon";
import { Link } from "../../parts/Link";

/** `path`: null where there is none. `main`: is it what comes next? */
export function NextPuzzle({ path, main }: { path: string | null; main: boolean }) {
  if (path === null) return null;
  return (
    <Link to={path} class={main ? "button main" : "button"}>
      <Icon name="on" />
      {t("wins.next")}
    </Link>
  );
}
