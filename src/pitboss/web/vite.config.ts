import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

// The server serves `dist` at its root; in development the API is the server's own.
export default defineConfig({
  plugins: [preact()],
  build: { outDir: "dist", emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8021", ws: true } } },
});
