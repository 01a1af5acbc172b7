/** How a piece looks, wherever it is. */
export interface Appearance {
  readonly kind: string;
  readonly symbol: string;
  readonly colour: string;
  /** The seat that it points to, by name; empty: none. */
  readonly facing: string;
}

export const sameAppearance = (one: Appearance, other: Appearance): boolean =>
  one.symbol === other.symbol && one.colour === other.colour && one.facing === other.facing;
