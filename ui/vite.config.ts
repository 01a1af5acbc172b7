import { defineConfig } from "vitest/config";
import { locales } from "./locales";
import { installedPage } from "./src/pwa/files";

const server = "http://127.0.0.1:8787";

export default defineConfig({
  base: "./", // the server says below which path it is
  plugins: [locales(), installedPage()],
  build: {
    outDir: "../cubarium/server/page",
    emptyOutDir: true,
    license: { fileName: "bundled.json" }, // hatch_build.py makes the notices from it
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  // no file changes what another one sees: one environment does for all
  test: {
    environment: "happy-dom",
    isolate: false,
    setupFiles: ["tests/setup.ts"],
    include: ["tests/**/*.test.{ts,tsx}"],
  },
});
