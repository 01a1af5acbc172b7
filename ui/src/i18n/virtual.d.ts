declare module "virtual:languages" {
  type Load = () => Promise<{ readonly default: import("./index").Texts }>;
  /** The languages that are offered, with the names that they give themselves. */
  export const names: Readonly<Record<string, string>>;
  /** Their texts: what everybody needs at once, and what the pages need that come later. */
  export const loaders: Readonly<Record<string, { readonly first: Load; readonly later: Load }>>;
}
