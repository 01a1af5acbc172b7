/** A cell of the flat board: what is on it, what can be done with it, and all of that in words. */
import { useContext } from "preact/hooks";
import { type Calling, CallingContext, whom } from "../games/calling";
import type { GameSkin } from "../games/skin";
import { t } from "../i18n";
import { capital } from "../i18n/intl";
import type { Item } from "../net/types";
import type { BoardEvents, BoardState } from "./board";
import { Piece } from "./Piece";
import { rowSides, type Cell } from "./targets";
import { tintText } from "./tints";

interface CellProps {
  readonly cell: Cell | null;
  readonly at: string;
  readonly state: BoardState;
  readonly events: BoardEvents;
  readonly focused: boolean;
  readonly onFocus: () => void;
}

export function FlatCell({ cell, at, state, events, focused, onFocus }: CellProps) {
  const calling = useContext(CallingContext);
  if (!cell) return <span class="cell hole" role="gridcell" aria-hidden="true" />;
  const { scene, chosen, next, preview, hint, active } = state;
  const lands = (target: string) => (scene.landings[target] ?? cell.place.id) === cell.place.id || scene.stacked;
  const legal = active ? cell.targets.find((target) => next.has(target) && lands(target)) : undefined;
  const isChosen = cell.targets.some((target) => chosen.includes(target));
  const marks = scene.marks
    .filter(({ places }) => cell.items.some(({ place }) => places.includes(place)) || places.includes(cell.place.id))
    .map(({ kind }) => kind);
  const target =
    legal ??
    cell.targets.find((one) => chosen.includes(one)) ??
    cell.targets.find((one) => one in scene.blocked) ??
    cell.targets.at(-1)!;
  const hinted = hint.find((one) => cell.targets.includes(one) && lands(one));
  // keys and ears have the same choice beside the board
  const turns = active && cell.places.includes(state.skin.turnedAt(chosen) ?? "");
  const facings = turns ? [...next.keys()].filter((one) => state.skin.sideOf(one)) : [];
  const classes = [
    "cell",
    legal ? "legal" : "",
    isChosen ? "chosen" : "",
    preview?.some((one) => cell.targets.includes(one)) ? "preview" : "",
    legal && state.tints?.has(legal) ? `tint-${state.tints.get(legal)}` : "",
    hinted ? "hinted" : "",
    ...marks.map((kind) => `mark-${kind}`),
    ...rowSides(cell.place, scene).map((side) => `row-${side}`),
  ];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      role="gridcell"
      data-at={at}
      data-target={target}
      data-place={cell.place.id}
      data-places={cell.places.join(" ")}
      data-hint={hinted}
      tabIndex={focused ? 0 : -1}
      aria-label={describe(cell, state, { legal, chosen: isChosen, hinted: hinted !== undefined }, marks, calling)}
      aria-selected={isChosen}
      onFocus={onFocus}
      onClick={(event) => events.touch((event.target as HTMLElement).dataset["facing"] ?? target)}
    >
      <Pieces skin={state.skin} items={cell.items} stacked={scene.stacked} />
      {facings.map((seat) => (
        <em key={seat} class={`dot to-${seat} offered`} data-facing={seat} title={capital(whom(calling(seat)))} aria-hidden="true" />
      ))}
    </button>
  );
}

interface PiecesProps {
  readonly skin: GameSkin;
  readonly items: readonly Item[];
  readonly stacked: boolean;
}

function Pieces({ skin, items, stacked }: PiecesProps) {
  const top = items.at(-1);
  if (!top) return null;
  return (
    <>
      <Piece skin={skin} item={top} />
      {stacked && items.length > 0 && (
        <span class="stack" aria-hidden="true">
          {items.map((item, at) => (
            <i key={at} class={`colour-${item.colour}`} />
          ))}
        </span>
      )}
    </>
  );
}

function describe(
  cell: Cell,
  state: BoardState,
  { legal, chosen, hinted }: { readonly legal: string | undefined; readonly chosen: boolean; readonly hinted: boolean },
  marks: readonly string[],
  calling: Calling,
): string {
  const names = cell.items.map(state.skin.itemName).filter(Boolean);
  const words = [cell.name, names.join(", ") || t("board.empty")];
  const facing = cell.items.at(-1)?.facing;
  if (facing) words.push(t("board.facing", { whom: whom(calling(facing)) }));
  if (marks.includes("win")) words.push(t("board.win"));
  else if (marks.includes("last")) words.push(t("board.last"));
  if (marks.includes("row")) words.push(t("board.row"));
  if (chosen) words.push(t("board.chosen"));
  else if (legal) words.push(t("board.can"));
  const tint = legal && state.tints?.get(legal);
  if (tint) words.push(tintText(tint));
  if (hinted) words.push(t("board.hinted"));
  return words.join(", ");
}
