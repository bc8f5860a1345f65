import type { Timeline } from "../timeline/timeline.js";

/** The working directory that a session began in, below which names are shown without it; null where none is recorded. */
export const sessionFolder = ({ events }: Timeline): string | null =>
  events.find(({ cwd }) => cwd !== null)?.cwd ?? null;
