/** A table with all its choices. */
import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { Catalogue, GameEntry } from "../net/types";
import { Choice } from "../parts/Choice";
import { Icon } from "../parts/Icon";
import { Link } from "../parts/Link";
import { Skeleton } from "../parts/Skeleton";
import { Failed, Nowhere } from "../parts/Trouble";
import { useTitle } from "../parts/useTitle";
import { LONGEST_NAME } from "../parts/You";
import { CLOCKS, quickOf } from "../state/quick";
import { remember, settings } from "../state/settings";
import { ClockForm } from "./ClockForm";
import { OptionsForm, type Options } from "./OptionsForm";
import { SeatsForm, type Seating } from "./SeatsForm";
import { open } from "./newTable";
import type { ClockChoice } from "./tableText";
import { useGame } from "./useGame";
import { useGames } from "./useGames";

export function New({ name }: { name: string }) {
  const game = useGame(name);
  const games = useGames();
  useTitle(game !== null && typeof game === "object" ? t("new.title", { game: game.title }) : null);
  if (game === "none") return <Nowhere />;
  if (game === null || game === "failed")
    return (
      <main class="page" id="main" aria-busy={!game}>
        {game === "failed" ? <Failed /> : <Skeleton />}
      </main>
    );
  const hosted = games !== null && games !== "failed" ? games.engines.filter((one) => one.is_hosted) : [];
  return <Form game={game} hosted={hosted} />;
}

const FLAGS = ["public", "takebacks", "chat", "spectator_chat", "conferring"] as const;

function Form({ game, hosted }: { game: GameEntry; hosted: Catalogue["engines"] }) {
  const quick = quickOf(game);
  const [players, setPlayers] = useState(quick.players);
  const [seating, setSeating] = useState<Seating>({ seats: ["me", "friend", "friend", "friend"], order: "rotated" });
  const [clock, setClock] = useState<ClockChoice>(CLOCKS[quick.clock]!);
  const [flags, setFlags] = useState({ public: false, takebacks: true, conferring: true, chat: true, spectator_chat: false });
  const [options, setOptions] = useState<Options>({});
  const [busy, setBusy] = useState(false);
  const seats = game.tables.find((one) => one.players === players)?.seats ?? [];
  const isInTeams = new Set(seats.map(({ team }) => team)).size < players;
  const submit = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const chosen = { game: game.name, players, seats: seating.seats.slice(0, players), order: seating.order };
    void open({ ...chosen, clock, options, ...flags }).finally(() => setBusy(false));
  };
  return (
    <main class="page new" id="main">
      <Link to="/">
        <Icon name="back" />
        {t("act.home")}
      </Link>
      <h1>{t("new.title", { game: game.title })}</h1>
      <form class="form" onSubmit={submit}>
        <fieldset class="panel">
          <legend>{t("new.who")}</legend>
          <div class="fields">
            <label>
              <span>{t("you.name")}</span>
              <input
                maxLength={LONGEST_NAME}
                autoComplete="nickname"
                placeholder={t("you.nobody")}
                value={settings.value.name}
                onInput={({ currentTarget }) => remember({ name: currentTarget.value })}
              />
            </label>
            <Choice
              labelled
              label={t("home.count")}
              value={players}
              all={game.players}
              text={(count) => t("home.players", { count })}
              onChoice={(count) => {
                setPlayers(count);
                setOptions({}); // what may be chosen depends on it
              }}
            />
          </div>
          <SeatsForm game={game} seats={seats} hosted={hosted} seating={seating} onSeating={setSeating} />
        </fieldset>
        <fieldset class="panel">
          <legend>{t("home.clock")}</legend>
          <ClockForm clock={clock} onClock={setClock} />
        </fieldset>
        <OptionsForm game={game} players={players} options={options} onOptions={setOptions} />
        <fieldset class="panel checks">
          <legend>{t("new.table")}</legend>
          {FLAGS.filter((flag) => flag !== "conferring" || isInTeams).map((flag) => (
            <label class="check" key={flag}>
              <input
                type="checkbox"
                checked={flags[flag]}
                onChange={({ currentTarget }) => setFlags({ ...flags, [flag]: currentTarget.checked })}
              />
              {t(`new.${flag}`)}
            </label>
          ))}
        </fieldset>
        <button type="submit" class="main" disabled={busy}>
          {t("new.go")}
        </button>
      </form>
    </main>
  );
}
