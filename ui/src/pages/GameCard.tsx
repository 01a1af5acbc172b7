/** A game on the first page: its picture, and the ways into it. */
import { useState } from "preact/hooks";
import { skinOf } from "../games";
import { maybe, t } from "../i18n";
import type { GameEntry } from "../net/types";
import { GamePicture } from "../parts/GamePicture";
import { LevelChoice } from "../parts/LevelChoice";
import { Link } from "../parts/Link";
import { remember, settings } from "../state/settings";
import { choosePlayers, playersOf, start, type Way } from "./newTable";

export function GameCard({ game }: { game: GameEntry }) {
  const [busy, setBusy] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const begin = (way: Way) => {
    setBusy(true);
    void start(game, way).finally(() => setBusy(false));
  };
  return (
    <article class={`game game-${game.name}${unfolded ? " unfolded" : ""}`}>
      <GamePicture skin={skinOf(game.name)} />
      <h2>{game.title}</h2>
      <p>{maybe(`game.${game.name}`) ?? game.summary}</p>
      <button type="button" class="main" disabled={busy} onClick={() => begin("computer")}>
        {t("home.computer")}
      </button>
      <button type="button" class="quiet fold" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        {t(unfolded ? "home.fewer" : "home.ways")}
      </button>
      <div class="choices">
        <LevelChoice level={settings.value.level} onLevel={(level) => remember({ level })} />
        {game.players.length > 1 && (
          <label>
            <span class="sr">{t("new.players")}</span>
            <select
              value={String(playersOf(game))}
              onChange={({ currentTarget }) => choosePlayers(game, Number(currentTarget.value))}
            >
              {game.players.map((count) => (
                <option key={count} value={count}>
                  {t("home.players", { count })}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <nav class="ways" aria-label={game.title}>
        <button type="button" class="quiet" disabled={busy} onClick={() => begin("friend")}>
          {t("home.friend")}
        </button>
        <button type="button" class="quiet" disabled={busy} onClick={() => begin("device")}>
          {t("home.device")}
        </button>
        <Link to={`/new/${game.name}`}>{t("home.more")}</Link>
        <Link to={`/rules/${game.name}`}>{t("home.rules")}</Link>
      </nav>
    </article>
  );
}
