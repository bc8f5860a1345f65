import type { Sourced } from "../../queries/rules.js";

/** Tokens that the context of a model holds: by default, and for models with extended context. */
export const contextWindows: Sourced<{ usual: number; extended: number }> = {
  source: "documentation page: statusline, context_window.context_window_size (CLI 2.1.260)",
  date: "2026-10-08",
  value: { usual: 200_000, extended: 1_000_000 },
};
