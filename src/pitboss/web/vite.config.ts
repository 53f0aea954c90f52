import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

// The server serves `dist` below any path (src/base.ts): scripts and styles name each other relatively, and the server
// writes the path into index.html. In development the API is the server's own.
export default defineConfig({
  base: "./",
  plugins: [preact()],
  build: { outDir: "dist", emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false }, rollupOptions: { input: ["index.html", "docs.html"], output: { experimentalMinChunkSize: 1000 } } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8021", ws: true } } },
});
