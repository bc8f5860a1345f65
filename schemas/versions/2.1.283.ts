import type { Change } from "./step.js";

/** The text is taken as the session: no public transcript has it, and it never named a row. */
export const forkedFromObject: Change = {
  version: "2.1.283",
  name: "forked-from-object",
  changed: "forkedFrom: a text becomes {sessionId, messageUuid}",
  source: "Third-party readers of 2.1.283 to 2.1.29x, collected on 2026-11-29; the version is the latest possible one",
  applies: (raw) => typeof raw.forkedFrom === "string",
  lift: (raw) => ({ ...raw, forkedFrom: { sessionId: raw.forkedFrom } }),
};
