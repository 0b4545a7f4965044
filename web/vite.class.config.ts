// The class site: one script and one style sheet, which zerosum standings --site writes beside the data.
import { defineConfig } from "vite";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2021",
    outDir: "dist/class",
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/site.tsx",
      output: { format: "iife", entryFileNames: "site.js", assetFileNames: "site[extname]" },
    },
  },
});
