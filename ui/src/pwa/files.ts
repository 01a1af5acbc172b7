/** Files of the installed page that are made of our texts when the page is built. */
import type { Plugin } from "vite";
import { languages, textsOf } from "../../locales";
import type { Key } from "../i18n/keys";

type Say = (key: Key) => string;
const sayIn = (language: string): Say => {
  const texts = textsOf(language);
  return (key) => texts[key]!;
};

const GROUND = "#f6f3ee";
const INK = "#22201c";

const manifest = (t: Say) => ({
  name: t("app.name"),
  short_name: t("app.name"),
  description: t("app.line"),
  lang: "en",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: GROUND,
  theme_color: GROUND,
  categories: ["games"],
  icons: [
    { src: "icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
});

/** It stands alone, in each language: when it is shown, nothing else can be had. */
const offline = (language: string, t: Say) => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${t("offline.title")} · ${t("app.name")}</title>
    <style>
      :root { color-scheme: light dark; }
      body {
        display: grid; place-content: center; justify-items: center; gap: 16px; min-height: 100dvh;
        margin: 0; padding: 24px; box-sizing: border-box; text-align: center;
        font: 16px/1.5 system-ui, sans-serif;
        background: light-dark(${GROUND}, #191714); color: light-dark(${INK}, #efeae2);
      }
      h1, p { margin: 0; max-width: 32em; }
      h1 { font-size: 28px; line-height: 1.2; }
      svg { width: 96px; }
      a {
        padding: 10px 16px; border-radius: 10px; text-decoration: none; font-weight: 600;
        background: light-dark(#2f6f6a, #6fc3ba); color: light-dark(#fff, #10201e);
      }
    </style>
  </head>
  <body>
    <main style="display: contents">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M16 3 28 9.5v13L16 29 4 22.5v-13z" fill="#e3b23c" />
        <path d="M16 16 28 9.5v13L16 29z" fill="#2b6cb0" />
        <path d="M16 16 4 9.5v13L16 29z" fill="#c8412f" />
      </svg>
      <h1>${t("offline.title")}</h1>
      <p>${t("offline.text")}</p>
      <a href="">${t("act.again")}</a>
    </main>
  </body>
</html>
`;

export const installedPage = (): Plugin => ({
  name: "cubarium-installed-page",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest(sayIn("en"))) });
    for (const language of Object.keys(languages()))
      this.emitFile({ type: "asset", fileName: `offline/${language}.html`, source: offline(language, sayIn(language)) });
  },
});
