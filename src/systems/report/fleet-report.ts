import { compareVersions } from "../../../schemas/versions/compare.js";
import { redact } from "../../export/redact.js";
import { cleaner } from "../../export/session-rows.js";
import type { Compaction } from "../../plots.js";
import { type DriftRow, drift } from "../../queries/drift.js";
import { mergeDrift } from "../../queries/merge-drift.js";
import { session } from "../../queries/session.js";
import { type SessionTrials, type SurvivalRow, sessionTrials, survivalOf } from "../../queries/survival.js";
import { withoutCopies } from "../../queries/without-copies.js";
import type { Place } from "../../read/place.js";
import { cardsOf } from "../../show/card.js";
import { commonFolder } from "../../show/common-folder.js";
import { lossFacts } from "../../show/losses.js";
import { nameBelow } from "../../show/name-below.js";
import { count, sum } from "../../tables/measures.js";
import { rollup } from "../../tables/rollup.js";
import type { Timeline } from "../../timeline/timeline.js";
import { lossesIn, lostAt, type SessionSum, sumOf } from "./session-report.js";

/** What a report of many sessions keeps of one of them. */
export interface FleetSession extends SessionSum {
  name: string | null;
  sessionId: string | null;
  folder: string | null;
  firstAt: number | null;
  lastAt: number | null;
  versions: string[];
  requests: number;
  /** What was lost, in words, of the boundary that lost most; null where nothing was. */
  worst: string | null;
}

/** What it keeps of a compaction. */
export interface FleetCompaction extends Compaction {
  /** The place of its boundary. */
  places: Place[];
  cliVersion: string | null;
  dropped: number | null;
  /** Things that did not come back, or not whole; null where the version records no such things. */
  lost: number | null;
}

/** The compactions of each CLI version, the newest version first. */
export function byVersion(compactions: readonly FleetCompaction[]) {
  const rows = rollup(
    compactions,
    { version: "cliVersion" },
    { compactions: count(), dropped: sum("dropped"), lost: sum("lost") },
  );
  return rows.sort(({ version: a }, { version: b }) => (a === null ? 1 : b === null ? -1 : compareVersions(b, a)));
}

/** What a report of many sessions tells, in whatever medium: sums, and a few words of each session. */
export interface FleetReport {
  sessions: FleetSession[];
  compactions: FleetCompaction[];
  survival: SurvivalRow[];
  drift: DriftRow[];
  redacted: boolean;
}

/** What one session adds to the report of many: asked while its timeline is there, and small. */
export interface FleetPart {
  session: FleetSession;
  compactions: FleetCompaction[];
  trials: SessionTrials;
  drift: DriftRow[];
}

/** `file` is the name to show, where the timeline's own does not tell sessions apart. */
export function fleetPart(read: Timeline, redacted: boolean, file?: string): FleetPart {
  const timeline = redacted ? redact(read, { paths: true }) : read;
  const cards = cardsOf(timeline);
  const [row] = session(timeline);
  const losses = cards.map(lossesIn);
  const worst = losses.reduce((most, rows) => (rows.length > most.length ? rows : most), []);
  return {
    session: {
      name: file === undefined ? (timeline.files[0]?.name ?? null) : redacted ? cleaner(read)(file) : file,
      sessionId: timeline.sessionId,
      folder: row?.home ?? null,
      firstAt: row?.firstAt ?? null,
      lastAt: row?.lastAt ?? null,
      versions: timeline.versions,
      requests: row?.requests ?? 0,
      worst:
        lossFacts(worst, row?.home ?? null)
          .map(([label, text]) => `${label} ${text}`)
          .join("; ") || null,
      ...sumOf(cards),
    },
    compactions: cards.map((card) => ({
      places: card.boundary.evidence.slice(0, 1),
      at: card.boundary.at,
      trigger: card.boundary.trigger,
      kind: card.boundary.kind,
      cliVersion: card.boundary.cliVersion,
      dropped: card.boundary.droppedTokens,
      lost: lostAt(card),
    })),
    trials: sessionTrials(timeline),
    // A page has no use for the lines that prove it.
    drift: drift(timeline).map((one) => ({ ...one, evidence: [] })),
  };
}

/** The report of all parts: a compaction that a fork copied is one of the fork's session, and once in the sums. */
export function fleetReport(parts: readonly FleetPart[], redacted: boolean): FleetReport {
  const drift: DriftRow[] = [];
  for (const part of parts) mergeDrift(drift, part.drift);
  return {
    sessions: parts.map(({ session }) => session),
    compactions: withoutCopies(
      parts.map(({ compactions }) => compactions.filter(({ kind }) => kind === "compact")),
      ({ places }) => places,
    ),
    survival: survivalOf(parts.map(({ trials }) => trials)),
    drift,
    redacted,
  };
}

export function sumOfFleet({ compactions }: FleetReport): { dropped: number | null; lost: number | null } {
  const [row] = rollup(compactions, {}, { dropped: sum("dropped"), lost: sum("lost") });
  return { dropped: row?.dropped ?? null, lost: row?.lost ?? null };
}

/** From the first day to the last one; null where no time is recorded. */
export function spanOf(sessions: readonly FleetSession[]): string | null {
  const days = sessions
    .flatMap(({ firstAt, lastAt }) => [firstAt, lastAt])
    .filter((at) => at !== null)
    .map((at) => new Date(at).toISOString().slice(0, 10))
    .sort();
  return days.length === 0 ? null : days[0] === days.at(-1) ? (days[0] ?? null) : `${days[0]} to ${days.at(-1)}`;
}

/** Sessions by what they lost, then by their compactions. */
export const worstFirst = (sessions: readonly FleetSession[]): FleetSession[] =>
  sessions.toSorted((a, b) => (b.lost ?? -1) - (a.lost ?? -1) || b.compactions - a.compactions);

/** What tells the sessions apart: their names without the folder that all lie in, which is the other answer. */
export function namesOf(sessions: readonly FleetSession[]): {
  folder: string | null;
  of: (one: FleetSession) => string;
} {
  const folder = commonFolder(sessions.flatMap(({ name }) => name ?? []));
  return { folder, of: ({ name, sessionId }) => nameBelow(folder, name) ?? sessionId ?? "unnamed" };
}
