import { formatISO } from "date-fns/formatISO";

/** A time as people read it, with the offset of the local zone: `2026-04-17 22:31:07+02:00`. */
export const localTime = (at: number): string => formatISO(at).replace("T", " ");
