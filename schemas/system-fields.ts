import * as z from "zod";
import { envelope } from "./envelope.js";
import { flag, text } from "./fields.js";

/** Fields of every system row beside its `subtype`. */
export const systemFields = {
  ...envelope,
  type: z.literal("system"),
  /** What the terminal shows. */
  content: text,
  /** `info`, `notice`, `suggestion`, `warning`, `error`. */
  level: text,
  /** False where it stands; on boundaries up to 2.1.185. */
  isMeta: flag,
};
