/** What can be touched beside the board: colours, twists, directions, the bag. */
import { maybe, t } from "../i18n";
import type { BoardEvents, BoardState } from "./board";
import { Piece } from "./Piece";
import { cellTargets, ordered, sayTarget, SYMBOLS, toolsOf, TWIST } from "./targets";

interface Props {
  readonly state: BoardState;
  readonly events: BoardEvents;
  /** The seat whose tools are shown, by name; null: whoever moves. */
  readonly owner: string | null;
  /** Are twists shown here, and not beside their layers? */
  readonly twists: boolean;
}

/** Where something lies that was drawn and not yet placed. */
const HELD = "held";

const COLOURS: Readonly<Record<string, string>> = {
  R: "red",
  B: "blue",
  Y: "yellow",
  G: "green",
  O: "orange",
  W: "white",
};

export function Tools({ state, events, owner, twists }: Props) {
  const { scene, chosen, next, game } = state;
  const cells = cellTargets(scene);
  const held = scene.items.find(({ place }) => place === HELD);
  const beside = (target: string) => !cells.has(target) && (twists || !TWIST.test(target));
  const shown = [...toolsOf(scene, owner), ...next.keys(), ...chosen].filter(beside);
  if (!shown.length && !held) return null;
  return (
    <div class="tools" role="group" aria-label={t("board.tools")}>
      {held && (
        <p class="held">
          <Piece game={game} item={held} />
          {t(state.active ? "board.held" : "board.drawn", { colour: maybe(`colour.${held.symbol}`) ?? held.symbol })}
        </p>
      )}
      {ordered(shown).map((target) => (
        <Tool key={target} target={target} state={state} events={events} />
      ))}
    </div>
  );
}

interface ToolProps {
  readonly target: string;
  readonly state: BoardState;
  readonly events: BoardEvents;
}

export function Tool({ target, state, events }: ToolProps) {
  const { scene, game, chosen, next, active, hint, preview } = state;
  const legal = active && next.has(target);
  const colour = game === "cage" ? COLOURS[target] : undefined;
  const name = sayTarget(game, target, scene);
  const classes = [
    "tool",
    legal ? "legal" : "",
    hint.includes(target) ? "hinted" : "",
    preview?.includes(target) ? "preview" : "",
  ];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-target={target}
      aria-pressed={chosen.includes(target)}
      aria-disabled={!legal && !chosen.includes(target)}
      aria-label={name}
      title={name}
      onClick={() => events.touch(target)}
    >
      {colour ? (
        <span class={`piece cube colour-${colour}`} aria-hidden="true">
          <b>{SYMBOLS[target]}</b>
        </span>
      ) : null}
      <span class="tool-name">{shortName(game, target, name, state)}</span>
    </button>
  );
}

function shortName(game: string, target: string, name: string, state: BoardState): string {
  const twist = TWIST.exec(target);
  if (twist) return `${twist[2] === "+" ? "↻" : "↺"} ${twist[1]}`;
  if (game === "cage" && target in COLOURS) {
    const stocks = Object.values(state.scene.stocks);
    const left = stocks.find((stock) => target in stock)?.[target];
    return left === undefined ? "" : `×${left}`;
  }
  return name;
}
