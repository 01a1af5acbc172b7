/** A position or a recorded game: walked through, played on, and judged by the engines. */
import { useEffect, useState } from "preact/hooks";
import { skinOf } from "../../games";
import { t } from "../../i18n";
import { siteAddress } from "../../net/site";
import type { GameEntry } from "../../net/types";
import { CopyLink } from "../../parts/CopyLink";
import { Icon } from "../../parts/Icon";
import { isMove } from "../study/acts";
import { playOn } from "../study/playOn";
import { Steps } from "../study/Steps";
import { StudyBoard } from "../study/StudyBoard";
import { requestOf } from "../study/useLine";
import { useWalk } from "../study/useWalk";
import { sideOf } from "../study/words";
import { MoveName } from "../table/MoveTable";
import { Editor } from "./Editor";
import { EnginePanel } from "./EnginePanel";
import { linkOf, type Studied } from "./link";
import { MovesPanel } from "./MovesPanel";
import { useEngine } from "./useEngine";
import { useKnown } from "./useKnown";
import { type Side, tintsFor } from "./values";

interface Props {
  readonly studied: Studied;
  readonly game: GameEntry;
  /** Is it what the page began with? */
  readonly isFirst: boolean;
  /** Another position was set up. */
  readonly onPosition: (position: string) => void;
}

export function Board({ studied, game, isFirst, onPosition }: Props) {
  const [origin] = useState({ game: studied.game, players: studied.players, options: studied.options, start: studied.start });
  const walk = useWalk(origin, studied.acts, true);
  const { shown } = walk.line;
  const [editing, setEditing] = useState(false);
  const [lines, setLines] = useState(3);
  const moves = shown?.moves ?? studied.acts;
  const position = shown?.position ?? null;
  const turn = position?.turn;
  const canThink = turn?.kind === "move";
  const key = canThink ? moves.join(" ") : null;
  const request = requestOf(origin, moves);
  const engine = useEngine(request, lines, key === null ? null : `${lines} ${key}`);
  const known = useKnown(request, key);
  const side = sideFor(game, origin.players, canThink ? turn.seat : null);
  const link = linkOf({ ...studied, acts: [...moves] });
  const [first] = useState(link);
  useEffect(() => {
    // whoever has just come, and has chosen nothing, keeps the address of the page
    if (shown && !(isFirst && link === first && !location.search)) history.replaceState(null, "", siteAddress(link));
  }, [link, shown === null]);
  if (editing && position) {
    return <Editor game={game} origin={origin} position={position} onDone={onPosition} onCancel={() => setEditing(false)} />;
  }
  const played = [...walk.acts.slice(0, walk.at), ...walk.variation].filter(isMove);
  const rest = walk.variation.length ? walk.tried!.acts.slice(walk.variation.length) : walk.acts.slice(walk.at);
  const at = played.length;
  const all = at + rest.filter(isMove).length;
  return (
    <div class="analysis">
      <StudyBoard
        game={game}
        line={walk.line}
        able={walk.arrived}
        onMove={walk.play}
        onChance={walk.play}
        onStep={walk.step}
        hint={engine.lines[0]?.best ?? null}
        tints={tintsFor(known, engine.lines, side)}
      >
        <Steps walk={walk}>
          <output class="figures">
            {at ? t("study.at", { at, all }) : t("study.start")} {at > 0 && <MoveName action={played.at(-1)!} game={game.name} />}
          </output>
        </Steps>
        <p class="refusal" role="alert">
          {walk.error}
        </p>
      </StudyBoard>
      <div class="analyse-side">
        <MovesPanel game={game} players={origin.players} walk={walk} />
        <section class="engine panel" aria-label={t("engine.title")}>
          <EnginePanel
            game={game}
            engine={engine}
            known={known}
            side={side}
            able={canThink}
            lines={lines}
            onLines={setLines}
            onPlay={(move) => void walk.play(move)}
          />
          {position && (
            <label class="position-text">
              <span>{t("study.position")}</span>
              <input readOnly value={position.text} onFocus={({ currentTarget }) => currentTarget.select()} />
            </label>
          )}
          <div class="buttons">
            <button type="button" disabled={!canThink} onClick={() => position && void playOn(origin, position)}>
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

/** For whom moves are worth something: the side of a seat. */
function sideFor(game: GameEntry, players: number, seat: number | null): Side {
  const all = Array.from({ length: players }, (_, one) => sideOf(game, players, one)[0]);
  return { seats: seat === null ? [] : sideOf(game, players, seat), sides: new Set(all).size };
}
