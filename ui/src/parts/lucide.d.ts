/** Each icon of Lucide has a file of its own, which comes without types. */
declare module "lucide/dist/esm/icons/*.mjs" {
  const shapes: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[];
  export default shapes;
}
