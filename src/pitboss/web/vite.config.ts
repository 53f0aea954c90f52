import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

// The server serves `dist` below any path (src/base.ts): scripts and styles name each other relatively, and the server
// writes the path into index.html. In development the API is the server's own.
// The page needs the popover API, so every browser that runs it knows ES2022.
/** What verifies seeds: loaded beside the first table, which does not wait for it. */
const VERIFYING = /src\/(fair|verify|pages\/Fairness)\.tsx?$/;
/** Pages without a table, which no table waits for. */
const PAGES = /src\/(pages\/(Lobby|Account|Settings|History)|parts\/(Sorry|SignIn))\.tsx$/;

export default defineConfig({
  base: "./",
  plugins: [preact()],
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, rollupOptions: { input: ["index.html", "docs.html"], output: { experimentalMinChunkSize: 20_000, onlyExplicitManualChunks: true, manualChunks: (id) => (VERIFYING.test(id) ? "fair" : PAGES.test(id) ? "pages" : undefined) } } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8021", ws: true } } },
});
