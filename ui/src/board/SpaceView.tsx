/** The board in space, loaded when it is wanted; without WebGL the flat one stays. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardEvents, BoardState, Told } from "./board";
import type { SpaceBoard as Space } from "./space";
import { t } from "../i18n";
import { Icon, type IconName } from "../parts/Icon";

interface Props {
  readonly state: BoardState;
  readonly events: BoardEvents;
  /** Quarter turns, clockwise, that bring one's own side to the front. */
  readonly turns: number;
  readonly motion: Told | null;
  /** Has the viewer won, just now? */
  readonly joy: boolean;
  readonly onBroken: () => void;
}

export function SpaceView({ state, events, turns, motion, joy, onBroken }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Space | null>(null);
  const [spread, setSpread] = useState(0);
  const latest = useRef({ state, events });
  const animated = useRef(motion?.number ?? 0);
  latest.current = { state, events };
  useEffect(() => {
    let gone = false;
    const loaded = Promise.all([import("./space"), state.skin.space()]);
    void loaded.then(([{ makeSpaceBoard }, skin]) => {
      if (gone || !host.current) return;
      try {
        board.current = makeSpaceBoard(
          host.current,
          {
            touch: (target) => latest.current.events.touch(target),
            drag: (from, to) => latest.current.events.drag(from, to),
            aim: (move) => latest.current.events.aim(move),
            cancel: () => latest.current.events.cancel(),
          },
          skin,
          matchMedia("(prefers-reduced-motion: reduce)").matches,
        );
        board.current.onSpread = setSpread;
        Object.assign(host.current, { board: board.current }); // for tests, and for the curious
        board.current.turnTo(turns);
        board.current.show(latest.current.state, null);
      } catch {
        onBroken();
      }
    }, onBroken);
    return () => {
      gone = true;
      board.current?.dispose();
      board.current = null;
    };
  }, []);
  useLayoutEffect(() => {
    const fresh = motion && motion.number !== animated.current ? motion : null;
    animated.current = motion?.number ?? animated.current;
    board.current?.show(state, fresh);
  });
  useEffect(() => {
    if (joy) board.current?.celebrate();
  }, [joy]);
  const layered = state.scene.places.some(({ z }) => z > 0);
  return (
    <>
      <div class="space" ref={host} aria-hidden="true" />
      <div class="space-tools">
        {layered && (
          <input
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={spread}
            aria-label={t("board.spread")}
            title={t("board.spread")}
            onInput={({ currentTarget }) => {
              setSpread(currentTarget.valueAsNumber);
              board.current?.spread(currentTarget.valueAsNumber);
            }}
          />
        )}
        <CameraButton zoom icon="zoom-in" name={t("board.closer")} onClick={() => board.current?.zoomIn()} />
        <CameraButton zoom icon="zoom-out" name={t("board.farther")} onClick={() => board.current?.zoomOut()} />
        <CameraButton icon="eye" name={t("board.above")} onClick={() => board.current?.above()} />
        <CameraButton icon="turn-right" name={t("board.quarter")} onClick={() => board.current?.quarter()} />
        <CameraButton icon="home" name={t("board.home")} onClick={() => board.current?.home()} />
      </div>
    </>
  );
}

interface ButtonProps {
  readonly icon: IconName;
  readonly name: string;
  readonly zoom?: boolean;
  readonly onClick: () => void;
}

function CameraButton({ icon, name, zoom = false, onClick }: ButtonProps) {
  return (
    <button type="button" class={zoom ? "quiet zoom" : "quiet"} aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
