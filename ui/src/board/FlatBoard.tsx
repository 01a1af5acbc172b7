/** The flat board: every place is a button, layer by layer, ready for keys and screen readers. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GameSkin } from "../games/skin";
import { t } from "../i18n";
import type { Item } from "../net/types";
import type { BoardEvents, BoardState, Told } from "./board";
import { animate } from "./flatMotion";
import { Piece } from "./Piece";
import { type Cell, isTool, layersOf, rowSides } from "./targets";
import { Tool } from "./Tools";

interface Props {
  readonly state: BoardState;
  readonly events: BoardEvents;
  readonly label: string;
  /** How the scene came about. */
  readonly motion?: Told | null;
  /** Are the tools of layers shown beside them? */
  readonly tools?: boolean;
}

export function FlatBoard({ state, events, label, motion = null, tools = false }: Props) {
  const { scene, skin } = state;
  const layers = layersOf(scene);
  const wide = layers[0]?.rows[0]?.length ?? 0;
  const deep = layers[0]?.rows.length ?? 0;
  const host = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState({ layer: 0, row: deep - 1, column: 0 });

  const shown = useRef(motion?.number ?? 0);
  useLayoutEffect(() => {
    if (!motion || motion.number === shown.current || !host.current) return;
    shown.current = motion.number;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) animate(host.current, motion);
  }, [motion]);

  const move = (layer: number, row: number, column: number) => {
    if (!layers[layer]?.rows[row]?.[column]) return;
    setAt({ layer, row, column });
    host.current
      ?.querySelector<HTMLElement>(`[data-at="${layer}.${row}.${column}"]`)
      ?.focus();
  };

  const key = (event: KeyboardEvent) => {
    const directions: Record<string, [number, number, number]> = {
      ArrowLeft: [0, 0, -1],
      ArrowRight: [0, 0, 1],
      ArrowUp: [0, -1, 0],
      ArrowDown: [0, 1, 0],
      PageUp: [-1, 0, 0],
      PageDown: [1, 0, 0],
    };
    const direction = directions[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    for (let far = 1; far < 6; far++) {
      const [layer, row, column] = [
        at.layer + direction[0] * far,
        at.row + direction[1] * far,
        at.column + direction[2] * far,
      ] as const;
      if (layers[layer]?.rows[row]?.[column]) {
        move(layer, row, column);
        return;
      }
    }
  };

  useEffect(() => {
    if (!layers[at.layer]?.rows[at.row]?.[at.column]) setAt({ layer: 0, row: deep - 1, column: 0 });
  });

  return (
    <div
      class={`flat flat-${skin.name}${scene.stacked ? " stacked" : ""}${layers.length > 1 ? " layered" : ""}`}
      style={{ "--layers": layers.length }}
      ref={host}
      role="group"
      aria-label={label}
      onKeyDown={key}
    >
      {layers.map((layer, number) => (
        <section class="layer" key={layer.z}>
          {layers.length > 1 && (
            <header>
              {tools && <LayerTool side={0} layer={layer.z + 1} state={state} events={events} />}
              <p class="caption">
                {layerName(skin, layer.z, layers.length).split(" · ").map((part) => <span key={part}>{part}</span>)}
              </p>
              {tools && <LayerTool side={1} layer={layer.z + 1} state={state} events={events} />}
            </header>
          )}
          <div class="grid" role="grid" style={{ "--wide": wide, "--deep": deep }} aria-label={layerName(skin, layer.z, layers.length)}>
            {layer.rows.map((row, y) => (
              <div class="row" role="row" key={y}>
                <span class="rank" aria-hidden="true">
                  {deep - y}
                </span>
                {row.map((cell, x) => (
                  <CellView
                    key={x}
                    cell={cell}
                    at={`${number}.${y}.${x}`}
                    state={state}
                    events={events}
                    focused={at.layer === number && at.row === y && at.column === x}
                    onFocus={() => setAt({ layer: number, row: y, column: x })}
                  />
                ))}
              </div>
            ))}
            <div class="files" aria-hidden="true">
              {Array.from({ length: wide }, (_, x) => (
                <span key={x}>{String.fromCharCode(97 + x)}</span>
              ))}
            </div>
          </div>
        </section>
      ))}
    </div>
  );
}

interface LayerToolProps {
  readonly side: 0 | 1;
  readonly layer: number;
  readonly state: BoardState;
  readonly events: BoardEvents;
}

/** What stands at the left or the right of a layer, if anything does. */
function LayerTool({ side, layer, state, events }: LayerToolProps) {
  const target = state.skin.layerTools(layer)?.[side];
  if (target === undefined || !isTool(state.scene, target)) return null;
  return <Tool target={target} state={state} events={events} />;
}

function layerName(skin: GameSkin, z: number, count: number): string {
  if (count === 1) return t("board.choose");
  const end = z === count - 1 ? ` · ${t("board.top")}` : z === 0 ? ` · ${t("board.bottom")}` : "";
  return skin.layerName(z + 1) + end;
}

interface CellProps {
  readonly cell: Cell | null;
  readonly at: string;
  readonly state: BoardState;
  readonly events: BoardEvents;
  readonly focused: boolean;
  readonly onFocus: () => void;
}

function CellView({ cell, at, state, events, focused, onFocus }: CellProps) {
  if (!cell) return <span class="cell hole" role="gridcell" aria-hidden="true" />;
  const { scene, chosen, next, preview, hint, active } = state;
  const legal = active ? cell.targets.find((target) => next.has(target)) : undefined;
  const isChosen = cell.targets.some((target) => chosen.includes(target));
  const marks = scene.marks
    .filter(({ places }) => cell.items.some(({ place }) => places.includes(place)) || places.includes(cell.place.id))
    .map(({ kind }) => kind);
  const target =
    legal ??
    cell.targets.find((one) => chosen.includes(one)) ??
    cell.targets.find((one) => one in scene.blocked) ??
    cell.targets.at(-1)!;
  const classes = [
    "cell",
    legal ? "legal" : "",
    isChosen ? "chosen" : "",
    preview?.some((one) => cell.targets.includes(one)) ? "preview" : "",
    hint.some((one) => cell.targets.includes(one)) ? "hinted" : "",
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
      tabIndex={focused ? 0 : -1}
      aria-label={describe(cell, state, Boolean(legal), isChosen, marks)}
      aria-selected={isChosen}
      onFocus={onFocus}
      onClick={() => events.touch(target)}
    >
      <Pieces skin={state.skin} items={cell.items} stacked={scene.stacked} />
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
  legal: boolean,
  chosen: boolean,
  marks: readonly string[],
): string {
  const names = cell.items.map(state.skin.itemName).filter(Boolean);
  const words = [cell.name, names.join(", ") || t("board.empty")];
  const facing = cell.items.at(-1)?.facing;
  if (facing) words.push(t("board.facing", { seat: facing }));
  if (marks.includes("win")) words.push(t("board.win"));
  else if (marks.includes("last")) words.push(t("board.last"));
  if (marks.includes("row")) words.push(t("board.row"));
  if (chosen) words.push(t("board.chosen"));
  else if (legal) words.push(t("board.can"));
  return words.join(", ");
}
