import type { Change } from "./step.js";

/** No lift: false and absent mean the same. */
export const boundaryWithoutMeta: Change = {
  version: "2.1.215",
  name: "boundary-without-meta",
  changed: "compact_boundary no longer has isMeta: false",
  source: "Public transcripts: isMeta on 105 boundaries up to 2.1.185, on none of the 13 from 2.1.215 on",
  applies: (raw) => raw.type === "system" && raw.subtype === "compact_boundary" && raw.isMeta === false,
};
