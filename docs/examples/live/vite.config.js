import { defineConfig } from "vite";

export default defineConfig({
  // The library is a link to its checkout, which has a Plot of its own for its tests; the page needs one.
  resolve: { dedupe: ["@observablehq/plot"] },
});
