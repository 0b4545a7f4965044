// The offline viewer: one script and one style sheet that embed.mjs puts inside a single HTML file.
import { defineConfig } from "vite";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2021",
    outDir: "dist/viewer",
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/viewer.tsx",
      output: { format: "iife", entryFileNames: "viewer.js", assetFileNames: "viewer[extname]" },
    },
  },
});
