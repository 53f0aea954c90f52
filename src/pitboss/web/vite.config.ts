import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

// The server serves `dist` below any path (src/base.ts): scripts and styles name each other relatively, and the server
// writes the path into index.html. In development the API is the server's own.
// The page needs the popover API, so every browser that runs it knows ES2022.
// terser writes 3 % less than the built-in minifier, which the size limit of the page needs.
/** What verifies seeds: loaded beside the first table, which does not wait for it. */
const VERIFYING = /src\/(fair|verify|pages\/Fairness)\.tsx?$/;
/** Pages without a table, which no table waits for. */
const PAGES = /src\/(pages\/(Lobby|Account|Settings|History)|parts\/(Sorry|SignIn)|strings\/pages|room\/names)\.tsx?$/;
/** What only people of the house load, and tables of games outside the package: one file compresses better than many. */
const STAFF = /src\/(console\/|pit\/(Cage|Others|Reports|School|Users)|pages\/(Pit|OpenTable)|blackjack\/Actions|roulette\/SpinConsole|board\/|tournament\/(Director|Entry|forms|Asking)|strings\/floor)/;
/** A tournament and its big screen, which show the same standings. */
const TOURNAMENT = /src\/(tournament|screen)\/|src\/strings\/tournament/;
/** What explains a hand, a rule or a figure, and the practice that builds on it. */
const STUDY = /src\/(pages\/(Learn|Hand|Rules|Analysis|Clause|Room|Book|Replay)|parts\/(Chart|Fold|Case|Edges)|open\/(Choices|Worth|together)|learn\/\w+|room\/(RoomEdge|SideWagers|Shorthand)|strings\/learn)\.tsx?$/;

export default defineConfig({
  base: "./",
  plugins: [preact()],
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", minify: "terser", terserOptions: { ecma: 2020, compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true } }, assetsInlineLimit: 0, modulePreload: { polyfill: false }, rollupOptions: { input: ["index.html", "docs.html"], output: { experimentalMinChunkSize: 20_000, onlyExplicitManualChunks: true, manualChunks: (id) => (VERIFYING.test(id) ? "fair" : PAGES.test(id) ? "pages" : STAFF.test(id) ? "staff" : TOURNAMENT.test(id) ? "tournament" : STUDY.test(id) ? "study" : undefined) } } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8021", ws: true } } },
});
