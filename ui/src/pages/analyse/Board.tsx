/** A position or a recorded game: walked through, played on, and judged by the engines. */
import { useEffect, useState } from "preact/hooks";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import { shortNumber } from "../../i18n/intl";
import { api } from "../../net/api";
import { siteAddress } from "../../net/site";
import type { GameEntry, KnownValues } from "../../net/types";
import { Choice } from "../../parts/Choice";
import { CopyLink } from "../../parts/CopyLink";
import { Icon } from "../../parts/Icon";
import { settings } from "../../state/settings";
import { open } from "../newTable";
import { Steps } from "../study/Steps";
import { StudyBoard } from "../study/StudyBoard";
import { requestOf } from "../study/useLine";
import { useWalk } from "../study/useWalk";
import { sideOf } from "../study/words";
import { MoveName } from "../table/MoveTable";
import { Editor } from "./Editor";
import { linkOf, type Studied } from "./link";
import { MovesPanel } from "./MovesPanel";
import { useEngine } from "./useEngine";
import { knownText, tintsFor, worthText } from "./values";

interface Props {
  readonly studied: Studied;
  readonly game: GameEntry;
  /** Is it what the page began with? */
  readonly isFirst: boolean;
  /** Another position was set up. */
  readonly onPosition: (position: string) => void;
}

/** Milliseconds that somebody looks at a position before it is looked up. */
const STAY = 400;
const LINES = [1, 2, 3, 4, 5];

export function Board({ studied, game, isFirst, onPosition }: Props) {
  const [origin] = useState({ game: studied.game, players: studied.players, options: studied.options, start: studied.start });
  const walk = useWalk(origin, studied.acts, true);
  const { shown } = walk.line;
  const [editing, setEditing] = useState(false);
  const [lines, setLines] = useState(3);
  const [known, setKnown] = useState<KnownValues | null>(null);
  const moves = shown?.moves ?? studied.acts;
  const position = shown?.position ?? null;
  const turn = position?.turn;
  const canThink = turn?.kind === "move";
  const key = canThink ? `${shown!.number} ${lines}` : null;
  const request = requestOf(origin, moves);
  const engine = useEngine(request, lines, key);
  const side = canThink ? sideOf(game, origin.players, turn.seat) : [];
  useEffect(() => {
    setKnown(null);
    if (!canThink) return undefined;
    const leaving = new AbortController();
    // whoever steps on quickly asks nothing; where nothing is known, or may be told, nothing is shown
    const timer = setTimeout(() => {
      api.values(request, leaving.signal).then(setKnown, () => undefined);
    }, STAY);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key === null ? null : shown!.number]);
  const link = linkOf({ ...studied, acts: [...moves] });
  const [first] = useState(link);
  useEffect(() => {
    // whoever has just come, and has chosen nothing, keeps the address of the page
    if (shown && !(isFirst && link === first && !location.search)) history.replaceState(null, "", siteAddress(link));
  }, [link, shown === null]);
  const playOn = () => {
    if (!position || !canThink) return;
    const seats = Array.from({ length: origin.players }, (_, seat) => (seat === turn.seat ? "me" : `level${settings.value.level}`));
    void open({ game: origin.game, players: origin.players, options: { ...origin.options }, position: position.text, seats, order: "chosen" });
  };
  if (editing && position) {
    return <Editor game={game} origin={origin} position={position} onDone={onPosition} onCancel={() => setEditing(false)} />;
  }
  const at = moves.length;
  const all = walk.variation.length ? walk.at + walk.tried!.acts.length : walk.acts.length;
  return (
    <div class="analysis">
      <StudyBoard
        game={game}
        line={walk.line}
        onMove={walk.play}
        chance
        onStep={walk.step}
        hint={engine.lines[0]?.best ?? null}
        tints={tintsFor(known, engine.lines, side)}
      >
        <Steps walk={walk}>
          <output class="figures">
            {at ? t("study.at", { at, all }) : t("study.start")} {at > 0 && <MoveName action={moves[at - 1]!} game={game.name} />}
          </output>
        </Steps>
        <p class="refusal" role="alert">
          {walk.error}
        </p>
      </StudyBoard>
      <div class="analyse-side">
        <MovesPanel game={game} players={origin.players} walk={walk} />
        <section class="engine panel" aria-label={t("engine.title")}>
          <header class="fields">
            <button type="button" class={engine.on ? "" : "main"} aria-pressed={engine.on} disabled={!canThink} onClick={engine.toggle}>
              <Icon name={engine.on ? "pause" : "play"} />
              {t(engine.on ? "engine.stop" : "engine.start")}
            </button>
            <Choice labelled label={t("engine.lines")} value={lines} all={LINES} text={String} onChoice={setLines} />
          </header>
          {known && known.value !== null && <p class="known">{knownText(known)}</p>}
          <p class="refusal" role="alert">
            {engine.error}
          </p>
          {engine.on && (
            <p class="quiet-text figures" aria-live="off">
              {engine.lines[0]
                ? t("engine.state", { depth: engine.lines[0].depth, speed: shortNumber(engine.speed) })
                : t("study.thinking")}
              {engine.lines.length > 0 && !engine.busy && ` ${t("engine.rests")}`}
            </p>
          )}
          <ol class="thoughts figures">
            {engine.lines.map((thought) => (
              <li key={thought.best} class={thought.value.kind}>
                <button type="button" class="quiet" onClick={() => void walk.play(thought.best)}>
                  <b>{thought.best}</b>
                </button>
                <span>{worthText(thought, side)}</span>
                <small class="quiet-text">{thought.line.join(" ")}</small>
              </li>
            ))}
          </ol>
          {position && (
            <label class="position-text">
              <span>{t("study.position")}</span>
              <input readOnly value={position.text} onFocus={({ currentTarget }) => currentTarget.select()} />
            </label>
          )}
          <div class="buttons">
            <button type="button" disabled={!canThink} onClick={playOn}>
              <Icon name="bot" />
              {t("analyse.play")}
            </button>
            <CopyLink path={link} />
            {skinOf(game.name).pieces(origin.players).length > 0 && (
              <button type="button" disabled={!position} onClick={() => setEditing(true)}>
                <Icon name="more" />
                {t("editor.open")}
              </button>
            )}
          </div>
        </section>
      </div>
    </div>
  );
}
