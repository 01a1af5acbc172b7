declare module "virtual:languages" {
  /** The languages that are offered, with the names that they give themselves. */
  export const names: Readonly<Record<string, string>>;
  export const loaders: Readonly<Record<string, () => Promise<{ readonly default: import("./index").Texts }>>>;
}
