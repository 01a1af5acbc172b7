import { describe, expect, it } from "vitest";
import { NEWCOMER, rated } from "../src/state/glicko";

describe("Glicko-2", () => {
  it("gives what the paper's example gives", () => {
    const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });
  it("gets less certain where nothing is played", () => {
    const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, []);
    expect(after.deviation).toBeCloseTo(200.27, 1);
    expect(after.rating).toBe(1500);
  });
  it("moves towards what happened, and stays in bounds", () => {
    let now = NEWCOMER;
    for (let game = 0; game < 200; game++) now = rated(now, [{ rating: 900, deviation: 80, score: 0 }]);
    expect(now.rating).toBeLessThan(900);
    const won = rated(NEWCOMER, [{ rating: 2600, deviation: 80, score: 1 }]);
    expect(won.rating).toBeGreaterThan(NEWCOMER.rating);
    expect(won.volatility).toBeGreaterThan(0);
  });
});
