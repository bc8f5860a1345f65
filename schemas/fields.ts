import * as z from "zod";

/** Shapes of single fields that recur in every kind. All of them may be absent, because fields come and go with releases. */
export const text = z.string().optional();
export const textOrNull = z.string().nullable().optional();
export const flag = z.boolean().optional();
/** A counter, a size or a duration. A counter of zero is 0; null is "not known". */
export const count = z.number().nullable().optional();
export const texts = z.array(z.string()).optional();
/** A payload, or a field whose shape is not sure: kept as it stands and not checked. */
export const anything = z.unknown().optional();
