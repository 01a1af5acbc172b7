import { describe, expect, it } from "vitest";
import { length, sub } from "../../src/board/space/layout";
import { FLIP, SLIDE, TURN, along, planOf, type Plan } from "../../src/board/space/plan";
import { fixtures, layoutOf, type Fixture } from "./fixtures";

function plansOf(fixture: Fixture): { plan: Plan; at: number; piece: Fixture["pieces"][number] }[] {
  return fixture.pieces.flatMap((piece) =>
    piece.steps.map((steps, at) => {
      const layout = layoutOf(fixture.game, piece.scenes[at]!);
      return { at, piece, plan: planOf(layout, piece.scenes[at]!, piece.scenes[at + 1]!, steps, 0) };
    }),
  );
}

describe("motions", () => {
  it("end where the next scene has the items", () => {
    for (const fixture of Object.values(fixtures))
      for (const { plan, at, piece } of plansOf(fixture)) {
        const after = piece.scenes[at + 1]!;
        const layout = layoutOf(fixture.game, after);
        for (const motion of piece.steps[at]!.flat()) {
          const item = after.items.find((one) => one.id === motion.becomes);
          const last = plan.ways.filter((way) => way.item === motion.item).at(-1)!;
          expect(item, motion.becomes).toBeDefined();
          expect(length(sub(along(last, 1), layout.at(item!.place)!))).toBeLessThan(1e-6);
        }
      }
  });

  it("join one another without jumps", () => {
    for (const fixture of Object.values(fixtures))
      for (const { plan } of plansOf(fixture)) {
        const items = new Set(plan.ways.map((way) => way.item));
        for (const item of items) {
          const ways = plan.ways.filter((way) => way.item === item).sort((a, b) => a.start - b.start);
          ways.slice(1).forEach((way, k) => {
            expect(length(sub(along(way, 0), along(ways[k]!, 1)))).toBeLessThan(1e-6);
          });
        }
      }
  });

  it("turn a cage as a whole when it is flipped, and a layer when it is twisted", () => {
    const [, twist, flip] = plansOf(fixtures.cage);
    expect(flip!.plan.turns).toMatchObject([{ level: null, duration: FLIP }]);
    expect(twist!.plan.turns).toMatchObject([{ level: 1, duration: TURN }]);
    expect(twist!.plan.turns[0]!.rotation.angle).toBeCloseTo(-Math.PI / 2);
    expect(flip!.plan.ways.some((way) => way.kind === "fall")).toBe(true);
  });

  it("turn a cube of Quixo over in the air when it gets a sign", () => {
    for (const { plan, at, piece } of plansOf(fixtures.quixo)) {
      const taken = piece.steps[at]![0]![0]!;
      const before = piece.scenes[at]!.items.find((item) => item.id === taken.item)!;
      const hover = plan.ways.find((way) => way.kind === "hover")!;
      expect(hover.becomes !== undefined).toBe(before.symbol === "");
      expect(hover.start).toBe(SLIDE);
      expect(plan.duration).toBe(hover.start + hover.duration + SLIDE);
    }
  });

  it("fall faster and faster, and bounce once", () => {
    const way = plansOf(fixtures.cage).flatMap(({ plan }) => plan.ways).find((one) => one.kind === "fall")!;
    const y = (t: number): number => along(way, t)[1];
    expect(y(0.1) - y(0)).toBeGreaterThan(y(0.2) - y(0.1));
    const heights = Array.from({ length: 50 }, (_, k) => y(k / 49));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(way.to[1] - 1e-9);
    const rises = heights.filter((h, k) => k > 0 && h > heights[k - 1]! + 1e-9).length;
    expect(rises).toBeGreaterThan(0);
  });
});
