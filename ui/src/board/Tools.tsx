/** What can be touched beside the board, and what was drawn and not yet placed. */
import { useContext } from "preact/hooks";
import { CallingContext } from "../games/calling";
import { maybe, t } from "../i18n";
import type { BoardEvents, BoardState } from "./board";
import { Icon } from "../parts/Icon";
import { SIGNS } from "./colours";
import { Piece } from "./Piece";
import { cellTargets, layerTools, ordered, targetName, toolsOf } from "./targets";
import { tintText } from "./tints";

interface Props {
  readonly state: BoardState;
  readonly events: BoardEvents;
  /** The seat whose tools are shown, by name; null: whoever moves. */
  readonly owner: string | null;
  /** Are the tools of layers shown here, and not beside their layers? */
  readonly allTools: boolean;
}

export function Tools({ state, events, owner, allTools }: Props) {
  const { scene, skin, chosen, next } = state;
  const elsewhere = new Set([...cellTargets(scene), ...(allTools ? [] : layerTools(skin, scene))]);
  const ofLayers = layerTools(skin, scene);
  const holder = scene.holders.find(({ kind }) => kind === "held");
  const held = holder && scene.items.find(({ place }) => place === holder.id);
  const shown = [...toolsOf(skin, scene, owner), ...next.keys(), ...chosen].filter(
    (target) => !elsewhere.has(target),
  );
  if (!shown.length && !held) return null;
  return (
    <div class="tools" role="group" aria-label={t("board.tools")}>
      {held && (
        <p class="held">
          <Piece skin={skin} item={held} />
          <span class="held-name">{t(state.active ? "board.held" : "board.drawn", { colour: skin.itemName(held), cube: maybe(`cube.${held.symbol}`) ?? skin.itemName(held) })}</span>
        </p>
      )}
      {ordered(skin, shown).map((target) => (
        <Tool key={target} target={target} state={state} events={events} ofLayer={ofLayers.has(target)} />
      ))}
    </div>
  );
}

interface ToolProps {
  readonly target: string;
  readonly state: BoardState;
  readonly events: BoardEvents;
  /** Does it belong to a layer, and stand with the others? Then its layer is named on it. */
  readonly ofLayer?: boolean;
}

export function Tool({ target, state, events, ofLayer = false }: ToolProps) {
  const { scene, skin, chosen, next, active, hint, preview } = state;
  // what was chosen can still be changed: whatever can be touched first works
  const legal = active && (next.has(target) || scene.touches.some(({ path }) => path[0] === target));
  const hinted = hint.includes(target);
  const tint = state.tints?.get(target);
  const calling = useContext(CallingContext);
  const called = targetName(skin, target, scene, calling);
  const name = tint ? `${called}, ${tintText(tint)}` : called;
  const face = skin.toolFace(target, scene, calling) ?? { colour: "", text: called, icon: undefined };
  const classes = [
    "tool",
    ofLayer ? "of-layer" : "",
    legal ? "legal" : "",
    hinted ? "hinted" : "",
    tint ? `tint-${tint}` : "",
    preview?.includes(target) ? "preview" : "",
  ];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-target={target}
      data-hint={hinted ? target : undefined}
      aria-pressed={chosen.includes(target)}
      aria-disabled={!legal && !chosen.includes(target)}
      aria-label={hinted ? `${name}, ${t("board.hinted")}` : name}
      title={name}
      onClick={() => events.touch(target)}
    >
      {face.colour && (
        <span class={`piece cube colour-${face.colour}`} aria-hidden="true">
          <b>{SIGNS[face.colour]}</b>
        </span>
      )}
      {face.icon && <Icon name={face.icon} />}
      {ofLayer && <span class="tool-name" aria-hidden="true">{target.charAt(0)}</span>}
      {face.text && <span class="tool-name">{face.text}</span>}
    </button>
  );
}
