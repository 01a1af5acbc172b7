/** A game on the first page: its picture, how you like to play it, and the ways into it. */
import { useState } from "preact/hooks";
import { skinOf } from "../games";
import { maybe, t } from "../i18n";
import type { GameEntry } from "../net/types";
import { Choice } from "../parts/Choice";
import { GamePicture } from "../parts/GamePicture";
import { Icon } from "../parts/Icon";
import { LevelChoice } from "../parts/LevelChoice";
import { Link } from "../parts/Link";
import { BEGINNERS, choose, CLOCKS, quickOf } from "../state/quick";
import { LearnOffer } from "./learn/LearnOffer";
import { start, type Way } from "./newTable";
import { clockOf } from "./tableText";

export function GameCard({ game }: { game: GameEntry }) {
  const [busy, setBusy] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const { level, players, begins, clock } = quickOf(game);
  const begin = (way: Way) => {
    setBusy(true);
    void start(game, way).finally(() => setBusy(false));
  };
  return (
    <article class={`game game-${game.name}${unfolded ? " unfolded" : ""}`}>
      <GamePicture skin={skinOf(game.name)} />
      <header>
        <h2>{game.title}</h2>
        <p>{maybe(`game.${game.name}`) ?? game.summary}</p>
      </header>
      <div class="choices">
        <LevelChoice level={level} onLevel={(one) => choose(game, { level: one })} />
        <Choice
          label={t("home.count")}
          value={players}
          all={game.players}
          text={(count) => t("home.players", { count })}
          onChoice={(count) => choose(game, { players: count })}
        />
        <Choice
          label={t("home.begins")}
          value={begins}
          all={BEGINNERS}
          text={(one) => t(`home.begins.${one}`)}
          onChoice={(one) => choose(game, { begins: one })}
        />
        <Choice
          label={t("home.clock")}
          value={clock}
          all={CLOCKS.map((_, at) => at)}
          text={(at) => clockOf(CLOCKS[at])}
          onChoice={(at) => choose(game, { clock: at })}
        />
      </div>
      <button type="button" class="main" disabled={busy} onClick={() => begin("computer")}>
        <Icon name="bot" />
        {t("home.computer")}
      </button>
      <button type="button" class="quiet fold" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        {t(unfolded ? "home.fewer" : "home.ways")}
      </button>
      <nav class="ways" aria-label={game.title}>
        <button type="button" disabled={busy} onClick={() => begin("friend")}>
          <Icon name="friends" />
          {t("home.friend")}
        </button>
        <button type="button" disabled={busy} onClick={() => begin("device")}>
          <Icon name="device" />
          {t("home.device")}
        </button>
        <Link to={`/new/${game.name}`}>
          <Icon name="more" />
          {t("home.more")}
        </Link>
        <Link to={`/rules/${game.name}`}>
          <Icon name="rules" />
          {t("home.rules")}
        </Link>
      </nav>
      <LearnOffer game={game} />
    </article>
  );
}
