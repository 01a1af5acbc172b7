/** The board in space, loaded when it is wanted; without WebGL the flat one stays. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardEvents, BoardState, Told } from "../../board/board";
import type { SpaceBoard as Space } from "../../board/space";
import { t } from "../../i18n";

interface Props {
  readonly state: BoardState;
  readonly events: BoardEvents;
  readonly motion: Told | null;
  readonly onBroken: () => void;
}

export function SpaceBoard({ state, events, motion, onBroken }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Space | null>(null);
  const [spread, setSpread] = useState(0);
  const latest = useRef({ state, events });
  const animated = useRef(motion?.number ?? 0);
  latest.current = { state, events };
  useEffect(() => {
    let gone = false;
    const loaded = Promise.all([import("../../board/space"), state.skin.space()]);
    void loaded.then(([{ makeSpaceBoard }, skin]) => {
      if (gone || !host.current) return;
      try {
        board.current = makeSpaceBoard(
          host.current,
          {
            touch: (target) => latest.current.events.touch(target),
            aim: (move) => latest.current.events.aim(move),
            cancel: () => latest.current.events.cancel(),
          },
          skin,
          matchMedia("(prefers-reduced-motion: reduce)").matches,
        );
        board.current.onSpread = setSpread;
        Object.assign(host.current, { board: board.current }); // for tests, and for the curious
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
        <button type="button" class="quiet" onClick={() => board.current?.above()}>
          {t("board.above")}
        </button>
        <button type="button" class="quiet" onClick={() => board.current?.quarter()}>
          {t("board.quarter")}
        </button>
        <button type="button" class="quiet" onClick={() => board.current?.home()}>
          {t("board.home")}
        </button>
      </div>
    </>
  );
}
