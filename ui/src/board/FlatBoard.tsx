/** The flat board: every place is a button, layer by layer, ready for keys and screen readers. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GameSkin } from "../games/skin";
import { t } from "../i18n";
import type { BoardEvents, BoardState, Told } from "./board";
import { FlatCell } from "./FlatCell";
import { animate } from "./flatMotion";
import { HintArrow } from "./HintArrow";
import { type Cell, isTool, layersOf } from "./targets";
import { Tool } from "./Tools";

interface Props {
  readonly state: BoardState;
  readonly events: BoardEvents;
  readonly label: string;
  /** How the scene came about. */
  readonly motion?: Told | null;
  /** Are the tools of layers shown beside them? */
  readonly tools?: boolean;
  /** Quarter turns, clockwise, in which the board is shown. */
  readonly turns?: number;
  /** Who sits at a side, by the name of the seat; null: nobody. */
  readonly sideNames?: (seat: string) => string | null;
}

export function FlatBoard({ state, events, label, motion = null, tools = false, turns = 0, sideNames }: Props) {
  const { scene, skin } = state;
  const layers = layersOf(scene, turns);
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
      class={`flat flat-${skin.name} turned-${turns}${scene.stacked ? " stacked" : ""}${layers.length > 1 ? " layered" : ""}`}
      style={{ "--layers": layers.length }}
      ref={host}
      role="group"
      aria-label={label}
      onKeyDown={key}
    >
      {sideNames && <SideNames skin={skin} turns={turns} nameOf={sideNames} />}
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
                  {coordinate(row, turns, "rank")}
                </span>
                {row.map((cell, x) => (
                  <FlatCell
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
                <span key={x}>{coordinate(layer.rows.map((row) => row[x] ?? null), turns, "file")}</span>
              ))}
            </div>
          </div>
        </section>
      ))}
      <HintArrow board={host} hint={state.hint} />
      {tools && layers.some(({ z }) => skin.layerTools(z + 1)) && (
        <div class="layer-tools">
          {layers.map(({ z }) => (
            <div key={z}>
              <LayerTool side={0} layer={z + 1} state={state} events={events} />
              <span class="caption">{skin.layerName(z + 1)}</span>
              <LayerTool side={1} layer={z + 1} state={state} events={events} />
            </div>
          ))}
        </div>
      )}
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

const SIDES = ["south", "west", "north", "east"] as const;
const SEATS = ["N", "E", "S", "W"];

/** Who sits at which side of the board, for games in which that matters. */
function SideNames({ skin, turns, nameOf }: { skin: GameSkin; turns: number; nameOf: (seat: string) => string | null }) {
  return (
    <>
      {SEATS.flatMap((seat) => {
        const [side, name] = [skin.sideOf(seat), nameOf(seat)];
        if (!side || !name) return [];
        const at = SIDES[(SIDES.indexOf(side) + turns) % SIDES.length]!;
        return <span key={seat} class={`side-name at-${at}`} aria-hidden="true">{name}</span>;
      })}
    </>
  );
}

/** What a row or a column of cells is called: by rank or file, whichever they share. */
function coordinate(cells: readonly (Cell | null)[], turns: number, kind: "rank" | "file"): string {
  const place = cells.find((cell) => cell !== null)?.place;
  if (!place) return "";
  const byRank = (kind === "rank") === (turns % 2 === 0);
  return byRank ? String(place.y + 1) : String.fromCharCode(97 + place.x);
}

function layerName(skin: GameSkin, z: number, count: number): string {
  if (count === 1) return t("board.choose");
  const end = z === count - 1 ? ` · ${t("board.top")}` : z === 0 ? ` · ${t("board.bottom")}` : "";
  return skin.layerName(z + 1) + end;
}
