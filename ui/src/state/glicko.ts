/** Glicko-2 (Glickman, "Example of the Glicko-2 system"), for one player and the games of one period. */

export interface Rating {
  readonly rating: number;
  /** How uncertain it is. */
  readonly deviation: number;
  readonly volatility: number;
}

export interface Opponent {
  readonly rating: number;
  readonly deviation: number;
  /** 1: won against it, 0: lost. */
  readonly score: number;
}

export const NEWCOMER: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

const SCALE = 173.7178;
const TAU = 0.5;
const EXACT = 1e-6;

const weight = (deviation: number): number => 1 / Math.sqrt(1 + (3 * deviation ** 2) / Math.PI ** 2);

/** The rating after a period with these games. */
export function rated(before: Rating, games: readonly Opponent[]): Rating {
  const mu = (before.rating - 1500) / SCALE;
  const phi = before.deviation / SCALE;
  const { volatility } = before;
  if (!games.length) return { ...before, deviation: Math.min(350, Math.hypot(phi, volatility) * SCALE) };
  let certainty = 0;
  let surprise = 0;
  for (const { rating, deviation, score } of games) {
    const g = weight(deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mu - (rating - 1500) / SCALE)));
    certainty += g ** 2 * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  const variance = 1 / certainty;
  const after = newVolatility(volatility, phi, variance, variance * surprise);
  const spread = Math.hypot(phi, after);
  const deviation = 1 / Math.sqrt(1 / spread ** 2 + certainty);
  return {
    rating: (mu + deviation ** 2 * surprise) * SCALE + 1500,
    deviation: Math.min(350, deviation * SCALE),
    volatility: after,
  };
}

/** Step 5: the root of f, by the Illinois method. */
function newVolatility(volatility: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(volatility ** 2);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi ** 2 + variance + e;
    return (e * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (Number.isNaN(high) || delta ** 2 <= phi ** 2 + variance) {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    high = a - k * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > EXACT) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const value = f(middle);
    if (value * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, value];
  }
  return Math.exp(low / 2);
}
