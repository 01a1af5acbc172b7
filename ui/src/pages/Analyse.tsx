/** Any position, and any recorded game: shown, stepped through, and judged by the engines. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { api, ApiError } from "../net/api";
import type { Catalogue } from "../net/types";
import { Choice } from "../parts/Choice";
import { Icon } from "../parts/Icon";
import { Skeleton } from "../parts/Skeleton";
import { Failed } from "../parts/Trouble";
import { useTitle } from "../parts/useTitle";
import { Study, type Studied } from "./Study";
import { useGames } from "./useGames";

export function Analyse() {
  const games = useGames();
  useTitle(t("nav.analyse"));
  return (
    <main class="home analyse" id="main" aria-busy={!games}>
      <header class="hero">
        <h1>{t("analyse.title")}</h1>
        <p>{t("analyse.text")}</p>
      </header>
      {games === "failed" && <Failed />}
      {games === null && <Skeleton />}
      {games && games !== "failed" && <Desk games={games} />}
    </main>
  );
}

/** Records begin with a tag or are JSON; positions never do. */
export const isRecord = (text: string): boolean => /^\s*[[{]/.test(text);

/** The games in a text; an empty one is the usual start. */
async function read(text: string, game: string, players: number): Promise<Studied[]> {
  if (!isRecord(text)) {
    const position = text.trim() || null;
    const found = await api.position({ game, players, position });
    return [{ key: `${game} ${players} ${found.text}`, game, players, options: {}, start: position, acts: [] }];
  }
  const { games } = await api.records(text);
  return games.map(({ record }, at) => ({
    key: `${at} ${text}`,
    game: record.game,
    players: record.players,
    options: record.options,
    start: record.start,
    acts: record.acts.map((act) => act.text),
  }));
}

function Desk({ games }: { games: Catalogue }) {
  const [name, setName] = useState(games.games[0]!.name);
  const game = games.games.find((one) => one.name === name)!;
  const [players, setPlayers] = useState(game.players[0]!);
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly Studied[]>([]);
  const [at, setAt] = useState(0);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const show = async (wanted: string) => {
    setBusy(true);
    setError("");
    try {
      const shown = await read(wanted, name, players);
      setFound(shown);
      setAt(0);
      if (!shown.length) setError(t("analyse.nothing"));
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      setError(refused.message);
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    if (!text.trim()) void show(""); // the usual start, until somebody wants something else
  }, [name, players]);
  const study = found[at];
  return (
    <div class="desk">
      <form
        class="panel form"
        onSubmit={(event) => {
          event.preventDefault();
          void show(text);
        }}
      >
        <div class="fields">
          <Choice
            labelled
            label={t("analyse.game")}
            value={name}
            all={games.games.map((one) => one.name)}
            text={(one) => games.games.find(({ name }) => name === one)?.title ?? one}
            onChoice={(one) => {
              setName(one);
              setPlayers(games.games.find(({ name }) => name === one)!.players[0]!);
            }}
          />
          <Choice
            labelled
            label={t("new.players")}
            value={players}
            all={game.players}
            text={(count) => t("home.players", { count })}
            onChoice={setPlayers}
          />
        </div>
        <label>
          <span>{t("analyse.paste")}</span>
          <textarea
            rows={6}
            spellcheck={false}
            value={text}
            aria-invalid={error ? "true" : undefined}
            aria-describedby="analyse-says"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <p id="analyse-says" role="alert" class="refusal">
          {error}
        </p>
        <div class="buttons">
          <button type="submit" class="main" disabled={busy}>
            <Icon name="eye" />
            {t("analyse.show")}
          </button>
          <label class="button">
            <Icon name="file" />
            {t("analyse.file")}
            <input
              class="sr"
              type="file"
              accept=".txt,.json,text/plain,application/json"
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                void file?.text().then((content) => {
                  setText(content);
                  return show(content);
                });
              }}
            />
          </label>
        </div>
      </form>
      <div class="desk-board">
        {found.length > 1 && (
          <Choice
            labelled
            label={t("analyse.which")}
            value={at}
            all={found.map((_, number) => number)}
            text={(number) => t("analyse.number", { number: number + 1 })}
            onChoice={setAt}
          />
        )}
        {study && <Study key={study.key} studied={study} catalogue={games} />}
      </div>
      <div class="desk-help">
        <p class="quiet-text">{t("analyse.from")}</p>
        <p class="quiet-text">{t("analyse.terminal")}</p>
        <pre>{"cubarium analyse game.txt --plot game.svg"}</pre>
      </div>
    </div>
  );
}
