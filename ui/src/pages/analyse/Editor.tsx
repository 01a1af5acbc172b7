/** A position set up by hand: choose a piece, touch where it stands. What can't be is explained. */
import { useEffect, useState } from "preact/hooks";
import { FlatBoard } from "../../board/FlatBoard";
import { columnsOf } from "../../board/columns";
import { Piece } from "../../board/Piece";
import { skinOf } from "../../games";
import type { EditorPiece } from "../../games/skin";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/api";
import type { GameEntry, Item, Place, Position, Scene } from "../../net/types";
import { Choice } from "../../parts/Choice";
import { Icon } from "../../parts/Icon";
import type { Origin } from "../study/useLine";

interface Props {
  readonly game: GameEntry;
  readonly origin: Origin;
  readonly position: Position;
  readonly onDone: (position: string) => void;
  readonly onCancel: () => void;
}

/** Where in the text something is wrong: of no use to whoever has not written it. */
const COLUMN = /^column \d+: /;

const letterOf = ({ facing, symbol }: Pick<Item, "facing" | "symbol">): string => facing || symbol;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const extent = (places: readonly Place[], axis: "x" | "y" | "z"): number => Math.max(...places.map((one) => one[axis])) + 1;

/** The board in one line, as positions are written: rows from north to south, layers from the bottom up. */
export function boardText(places: readonly Place[], placed: ReadonlyMap<string, string>): string {
  const at = new Map(places.map((place) => [`${place.x} ${place.y} ${place.z}`, place.id]));
  const sign = (x: number, y: number, z: number) => {
    const place = at.get(`${x} ${y} ${z}`);
    return place === undefined ? "#" : placed.get(place) ?? ".";
  };
  const [wide, deep, high] = [extent(places, "x"), extent(places, "y"), extent(places, "z")];
  const rows = numbers(deep).reverse();
  return rows.map((y) => numbers(high).map((z) => numbers(wide).map((x) => sign(x, y, z)).join("")).join("|")).join("/");
}

/** What a position says of the turn that had begun on its board. */
const TURN = ["drawn", "taboo"];

/** The text of a position with another board and seat to move; what it says beyond that, such as hands, stays. */
export function withBoard(text: string, board: string, seat: string): string {
  const rest = text.split(" ").slice(2).filter((part) => part.includes("=") && !TURN.includes(part.split("=")[0]!));
  return [board, seat, ...rest].join(" ");
}

export function Editor({ game, origin, position, onDone, onCancel }: Props) {
  const skin = skinOf(game.name);
  const pieces = skin.pieces(origin.players);
  const { scene } = position;
  const here = new Set(scene.places.map(({ id }) => id));
  const [placed, setPlaced] = useState<ReadonlyMap<string, string>>(
    () => new Map(scene.items.filter((item) => here.has(item.place) && letterOf(item)).map((item) => [item.place, letterOf(item)])),
  );
  const [brush, setBrush] = useState(letterOf(pieces[0]!));
  const seats = game.tables.find(({ players }) => players === origin.players)?.seats.map(({ name }) => name) ?? [];
  const [seat, setSeat] = useState(position.text.split(" ")[1] ?? seats[0]!);
  const [fault, setFault] = useState("");
  const text = withBoard(position.text, boardText(scene.places, placed), seat);
  useEffect(() => {
    const leaving = new AbortController();
    api.position({ game: origin.game, players: origin.players, options: { ...origin.options }, position: text }, leaving.signal).then(
      () => setFault(""),
      (refused: unknown) => {
        if (leaving.signal.aborted) return;
        if (!(refused instanceof ApiError)) throw refused;
        setFault(refused.message.replace(COLUMN, "").replace(/\.$/, ""));
      },
    );
    return () => leaving.abort();
  }, [text]);
  const touch = (target: string) => {
    const column = columnsOf(scene.places).get(target);
    const next = new Map(placed);
    const top = column?.filter((place) => placed.has(place)).length ?? 0;
    const place = column ? column[brush ? top : top - 1] : target;
    if (place === undefined) return;
    if (!brush || (!column && placed.get(place) === brush)) next.delete(place);
    else next.set(place, brush);
    setPlaced(next);
  };
  const targets = scene.stacked ? [...columnsOf(scene.places).keys()] : [...here];
  const shown = drawn(scene, pieces, placed);
  return (
    <section class="editor" aria-label={t("editor.title")}>
      <div class="pills brushes" role="group" aria-label={t("editor.piece")}>
        {pieces.map((piece) => (
          <button key={letterOf(piece)} type="button" aria-pressed={brush === letterOf(piece)} onClick={() => setBrush(letterOf(piece))}>
            <Piece skin={skin} item={{ ...piece, id: "", place: "" }} />
            <span>{nameOf(skin.itemName({ ...piece, id: "", place: "" }), piece)}</span>
          </button>
        ))}
        <button type="button" aria-pressed={!brush} onClick={() => setBrush("")}>
          <Icon name="close" />
          {t("editor.empty")}
        </button>
      </div>
      <div class="editor-board">
        <FlatBoard
          state={{
            skin,
            scene: shown,
            chosen: [],
            next: new Map(targets.map((target) => [target, true])),
            preview: null,
            previews: new Map(),
            active: true,
            hint: [],
          }}
          events={{ touch, drag: () => undefined, aim: () => undefined, cancel: () => undefined }}
          label={t("editor.title")}
        />
      </div>
      <p role="status" class={fault ? "refusal" : "quiet-text"}>
        {fault ? t("editor.fault", { fault }) : t("editor.fine")}
      </p>
      <div class="fields">
        <Choice labelled label={t("editor.turn")} value={seat} all={seats} text={String} onChoice={setSeat} />
        <button type="button" class="main" disabled={fault !== ""} onClick={() => onDone(text)}>
          <Icon name="check" />
          {t("editor.done")}
        </button>
        <button type="button" onClick={() => setPlaced(new Map())}>
          <Icon name="close" />
          {t("puzzles.clear")}
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          {t("act.cancel")}
        </button>
      </div>
    </section>
  );
}

const nameOf = (name: string, { facing }: EditorPiece): string => (facing ? `${name} ${facing}` : name);

/** The scene with these pieces, and nothing of what was played. */
function drawn(scene: Scene, pieces: readonly EditorPiece[], placed: ReadonlyMap<string, string>): Scene {
  const blank = scene.items.find((item) => item.kind === pieces[0]?.kind && !item.symbol);
  const hasBlanks = blank !== undefined || scene.items.filter(({ kind }) => kind === "cube").length === scene.places.length;
  const items = scene.places.flatMap(({ id }): Item[] => {
    const piece = pieces.find((one) => letterOf(one) === placed.get(id));
    if (piece) return [{ ...piece, id, place: id }];
    return hasBlanks ? [{ id, place: id, kind: pieces[0]!.kind, symbol: "", colour: "", facing: "" }] : [];
  });
  return { ...scene, items, marks: [], blocked: {}, landings: {}, touches: [] };
}
