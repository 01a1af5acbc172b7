/** Any position, and any recorded game: by editor, text, file or link; judged by the engines. */
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import type { Catalogue } from "../../net/types";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import { OpenFile } from "../../parts/OpenFile";
import { Skeleton } from "../../parts/Skeleton";
import { Failed } from "../../parts/Trouble";
import { useTitle } from "../../parts/useTitle";
import "../../style/analyse.css";
import { OptionsForm } from "../OptionsForm";
import { useGames } from "../useGames";
import { Board } from "./Board";
import { linked, type Studied } from "./link";

export function Analyse() {
  const games = useGames();
  useTitle(t("nav.analyse"));
  return (
    <main class="home analyse" id="main" aria-busy={!games}>
      <header class="hero">
        <h1>{t("nav.analyse")}</h1>
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

async function recorded(text: string): Promise<Studied[]> {
  const { games } = await api.records(text);
  return games.map(({ record }) => ({
    game: record.game,
    players: record.players,
    options: record.options,
    start: record.start,
    acts: record.acts.map((act) => act.text),
  }));
}

function Desk({ games }: { games: Catalogue }) {
  const usual = (name: string) => games.games.find((one) => one.name === name)?.players[0] ?? null;
  const [found, setFound] = useState<readonly Studied[]>(() => {
    const first = games.games[0]!;
    return [linked(location.search, usual) ?? { game: first.name, players: first.players[0]!, options: {}, start: null, acts: [] }];
  });
  const [at, setAt] = useState(0);
  const [number, setNumber] = useState(0);
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const study = found[at]!;
  const game = games.games.find((one) => one.name === study.game)!;
  const show = (studies: readonly Studied[]) => {
    setFound(studies);
    setAt(0);
    setNumber(number + 1);
    setError("");
  };
  const change = (other: Partial<Studied>) => show([{ ...study, start: null, acts: [], ...other }]);
  const read = async (wanted: string) => {
    setBusy(true);
    try {
      if (isRecord(wanted)) {
        const records = await recorded(wanted);
        if (records.length) show(records);
        else setError(t("analyse.nothing"));
      } else {
        const position = wanted.trim() || null;
        await api.position({ game: study.game, players: study.players, options: { ...study.options }, position });
        change({ start: position });
      }
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      setError(refused.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div class="fields analyse-what">
        <Choice
          labelled
          label={t("analyse.game")}
          value={study.game}
          all={games.games.map((one) => one.name)}
          text={(one) => games.games.find(({ name }) => name === one)?.title ?? one}
          onChoice={(one) => change({ game: one, players: usual(one)!, options: {} })}
        />
        <Choice
          labelled
          label={t("home.count")}
          value={study.players}
          all={game.players}
          text={(count) => t("home.players", { count })}
          onChoice={(players) => change({ players, options: {} })}
        />
        <OptionsForm game={{ ...game, options: game.options.filter(({ choices }) => choices[study.players]?.length) }} players={study.players} options={study.options} onOptions={(options) => change({ options })} />
        {found.length > 1 && (
          <Choice
            labelled
            label={t("analyse.which")}
            value={at}
            all={found.map((_, one) => one)}
            text={(one) => t("analyse.number", { number: one + 1 })}
            onChoice={setAt}
          />
        )}
      </div>
      <Board key={`${number} ${at}`} studied={study} game={game} isFirst={number === 0} onPosition={(start) => change({ start })} />
      <details class="panel analyse-text">
        <summary>{t("analyse.read")}</summary>
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void read(text);
          }}
        >
          <label>
            <span>{t("analyse.paste")}</span>
            <textarea
              rows={5}
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
            <OpenFile
              onText={(content) => {
                setText(content);
                void read(content);
              }}
            />
          </div>
          <p class="quiet-text">{t("analyse.from")}</p>
        </form>
      </details>
    </>
  );
}
