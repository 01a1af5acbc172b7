/** The frame of every page: the mark, the five rooms, the theme and you. Narrow screens have the rooms
 * at the bottom, at the thumb; a table on a phone has neither bar (its style says so). */
import { useState } from "preact/hooks";
import { type Key, t } from "../i18n";
import { type Route, route } from "../state/route";
import { settings } from "../state/settings";
import { focusMain } from "./focus";
import { Icon, type IconName } from "./Icon";
import { Link } from "./Link";
import { Mark } from "./Mark";
import { Settings } from "./Settings";
import { isDark, switchTheme } from "./theme";
import { You } from "./You";

interface Room {
  readonly path: string;
  readonly text: Key;
  readonly icon: IconName;
  /** The pages that belong to it; the first is its own. */
  readonly pages: readonly Route["page"][];
}

const ROOMS: readonly Room[] = [
  { path: "/", text: "nav.play", icon: "play", pages: ["home", "new", "table"] },
  { path: "/puzzles", text: "nav.puzzles", icon: "puzzle", pages: ["puzzles", "puzzle", "win"] },
  { path: "/learn", text: "nav.learn", icon: "learn", pages: ["learn", "course", "rules"] },
  { path: "/analyse", text: "nav.analyse", icon: "analyse", pages: ["analyse", "review"] },
  { path: "/watch", text: "nav.watch", icon: "eye", pages: ["watch", "replay"] },
];

export function TopBar() {
  const [open, setOpen] = useState<"you" | "settings" | null>(null);
  const here = route.value.page;
  const name = settings.value.name.trim() || t("you.nobody");
  return (
    <header class="top-bar">
      <a
        class="skip button"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          focusMain();
        }}
      >
        {t("nav.skip")}
      </a>
      <Link to="/" class="brand">
        <Mark />
        {t("app.name")}
      </Link>
      <nav class="rooms" aria-label={t("nav.rooms")}>
        {ROOMS.map(({ path, text, icon, pages }) => (
          <Link key={path} to={path} class="room" current={here === pages[0] ? "page" : pages.includes(here)}>
            <Icon name={icon} />
            {t(text)}
          </Link>
        ))}
      </nav>
      <div class="own">
        <button type="button" class="quiet" aria-label={t(isDark.value ? "nav.light" : "nav.dark")} onClick={switchTheme}>
          <Icon name={isDark.value ? "light" : "dark"} />
        </button>
        {here !== "table" && (
          <button type="button" class="quiet" aria-label={t("act.settings")} onClick={() => setOpen("settings")}>
            <Icon name="settings" />
          </button>
        )}
        <button type="button" class="quiet you" aria-label={t("you.is", { name })} onClick={() => setOpen("you")}>
          <Icon name="user" />
          <span>{name}</span>
        </button>
      </div>
      {open === "you" && <You onClose={() => setOpen(null)} />}
      {open === "settings" && <Settings onClose={() => setOpen(null)} />}
    </header>
  );
}
