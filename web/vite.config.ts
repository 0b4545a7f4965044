// The page itself: index.html with one script and one style sheet, named after their contents.
import { defineConfig } from "vite";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: { target: "es2021", outDir: "dist/site", emptyOutDir: true, modulePreload: false },
  server: { proxy: { "/api": "http://127.0.0.1:8017", "/viewer.html": "http://127.0.0.1:8017" } },
});
