import type { Change } from "./step.js";

/** No lift: how long the tokens of an unsplit cache write are kept is not known, and must not be made up. */
export const cacheCreationSplit: Change = {
  version: "1.0.98",
  name: "cache-creation-split",
  changed: "message.usage tells cache writes also by the time they are kept, in cache_creation",
  source: "Public transcripts of CLI 1.0.17 to 2.1.238: none before 1.0.98, 104,943 of 105,173 rows in all",
  applies(raw) {
    if (raw.type !== "assistant") return false;
    const usage = (raw.message as { usage?: Record<string, unknown> | null } | null | undefined)?.usage;
    return typeof usage === "object" && usage !== null && usage.cache_creation === undefined;
  },
};
