/** What texts are called: the keys of the English ones. */
import type cage from "../../../locales/en/cage.json";
import type cubeo from "../../../locales/en/cubeo.json";
import type cubulus from "../../../locales/en/cubulus.json";
import type common from "../../../locales/en/interface.json";
import type quixo from "../../../locales/en/quixo.json";

export type Key =
  | keyof typeof common
  | keyof (typeof cage)["page"]
  | keyof (typeof cubeo)["page"]
  | keyof (typeof cubulus)["page"]
  | keyof (typeof quixo)["page"];
