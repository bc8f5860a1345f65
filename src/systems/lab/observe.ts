import { records } from "../../../schemas/versions/recording.js";
import { type BoundaryRow, boundaries } from "../../queries/boundaries.js";
import { hooks } from "../../queries/hooks.js";
import { type MissingRow, missing } from "../../queries/missing.js";
import type { Phase } from "../../queries/provenance.js";
import { type ReturnedRow, returned } from "../../queries/returned.js";
import { derived, type Row, unknown } from "../../queries/row.js";
import type { TextSource } from "../../queries/sent-texts.js";
import { conversation, type TraceRow, trace } from "../../queries/trace.js";
import { type TurnRow, turns } from "../../queries/turns.js";
import type { Timeline } from "../../timeline/timeline.js";
import { fileOf, type Layout, skillNames } from "./layout.js";
import type { RunManifest } from "./manifest.js";
import { type Marks, type Place, patternOf } from "./marks.js";
import { shapeOf } from "./shapes.js";

/** One marked text at one probe: what had become of it. Where it came back by several ways, a row for each. */
export interface LabRow extends Row {
  run: string;
  shape: string;
  cliVersion: string | null;
  /** `main` after the compaction, `control` where a forked process was asked before it. */
  role: "main" | "control";
  /** Ordinal of the boundary before the probe; null where there is none. */
  boundary: number | null;
  place: Place;
  /**
   * `back`: a record after the boundary carries it. `summary only`: nothing but the summary says its number. `lost`: not
   * even that. `in context`, `not in context`: at a probe without a boundary. `not loaded`: it never stood in context.
   * `not recorded`: this CLI version would not tell.
   */
  fate: "back" | "summary only" | "lost" | "in context" | "not in context" | "not loaded" | "not recorded";
  /** Whether the text is that from before the edit or that from after it; `only` where nothing was edited. */
  text: "old" | "new" | "only" | null;
  /** Where the text came from; null where it did not come. */
  source: TextSource | null;
  /** Record that carried it, such as `attachment/instructions`. */
  carrier: string | null;
  /** With the boundary itself, or with the next prompt; null where that is not told apart. */
  phase: Phase | null;
  /** Why it did not come back, as `missing` tells it. */
  reason: MissingRow["reason"] | null;
  /** Whether the summary says its number, whatever else came back; null without a boundary. */
  inSummary: boolean | null;
  line: number | null;
}

/** A session of a run at the moment of its probe. */
export interface Probed {
  run: RunManifest;
  role: "main" | "control";
  timeline: Timeline;
  /** Numbers that stood in context when the probe was answered, with where. */
  seen: TraceRow[];
  /** The turn of the probe; null where the record has none. */
  turn: TurnRow | null;
  /** The boundary before it; null where there is none. */
  cut: BoundaryRow | null;
  returned: ReturnedRow[];
  missing: MissingRow[];
  cliVersion: string | null;
}

/** Finds the probe in the record of a session, and what stood in context when it was answered. */
export function probed(run: RunManifest, role: "main" | "control", timeline: Timeline): Probed {
  const step = role === "main" ? "probe" : "control";
  const asked = run.messages.findLast((message) => message.step === step)?.text ?? null;
  const turn = turns(timeline).findLast(({ chain, prompt }) => chain === "main" && prompt === asked) ?? null;
  // The reply names what it saw, so that what it says is no proof that it stood there.
  const end = turn?.evidence[1]?.line ?? turn?.line ?? Number.POSITIVE_INFINITY;
  const before = boundaries(timeline).filter(
    (row) => row.kind === "compact" && row.chain === "main" && (row.evidence[0]?.line ?? 0) < end,
  );
  const last = before.at(-1);
  const boundary = last?.boundary ?? null;
  const isHere = (row: { chain: string; boundary: number }): boolean =>
    row.chain === "main" && row.boundary === boundary;
  const rows = trace(timeline, [patternOf(run.marks as Marks)]).filter(({ chain }) => chain === "main");
  const seen = rows.filter((row) =>
    boundary === null
      ? row.side === "before" && row.line < end
      : row.side === "after" && row.boundary === boundary && (row.source === "preserved" || row.line < end),
  );
  return {
    run,
    role,
    timeline,
    seen,
    turn,
    cut: last ?? null,
    returned: returned(timeline).filter(isHere),
    missing: missing(timeline).filter(isHere),
    cliVersion: last?.cliVersion ?? timeline.versions.at(-1) ?? null,
  };
}

/** What became of each marked text that the shape puts before the model. */
export function observe(session: Probed): LabRow[] {
  const { run, cut, timeline, seen } = session;
  const shape = shapeOf(run.shape);
  if (shape === undefined) return [];
  const numbers = run.marks.numbers as Marks["numbers"];
  const known = trace(
    timeline,
    placesOf(shape.layout).flatMap((place) => numbers[place]),
  );
  return placesOf(shape.layout).flatMap((place) => {
    const own = seen.filter(({ marker }) => numbers[place].includes(marker));
    if (cut === null) return atControl(session, place, own);
    const back = own.filter(({ source }) => source !== "summary" && !conversation.has(source));
    const inSummary = own.some(({ source }) => source === "summary");
    if (back.length > 0) return back.map((row) => ({ ...carried(session, place, row, "back"), inSummary }));
    const wasThere = known.some(
      ({ marker, side, boundary: at }) => side === "before" && at === cut.boundary && numbers[place].includes(marker),
    );
    return [{ ...notBack(session, place, own, wasThere), inSummary }];
  });
}

/** The places whose texts a layout puts before the model. */
export function placesOf(layout: Layout): Place[] {
  return [
    "root",
    "import",
    ...(layout.rules ? (["rule"] as const) : []),
    ...(layout.personal ? (["local", "user"] as const) : []),
    "sub",
    ...(layout.rules ? (["path-rule"] as const) : []),
    "skill",
    ...(layout.longSkill ? (["skill-end"] as const) : []),
    ...(layout.sixSkills ? (["skill-2", "skill-3", "skill-4", "skill-5", "skill-6"] as const) : []),
    ...(layout.longFile ? (["long-file"] as const) : []),
    ...(layout.rules ? (["hook"] as const) : []),
    "message",
  ];
}

/** The record that would carry a text, where a version may be too old to write it. */
const carriers: Partial<Record<Place, string>> = {
  root: "attachment/instructions",
  import: "attachment/instructions",
  rule: "attachment/instructions",
  local: "attachment/instructions",
  user: "attachment/instructions",
  sub: "attachment/file",
  "path-rule": "attachment/file",
  "long-file": "attachment/file",
  hook: "attachment/hook_success",
  message: "",
};

const carrierOf = (place: Place): string => carriers[place] ?? "attachment/invoked_skills";

function atControl(session: Probed, place: Place, own: TraceRow[]): LabRow[] {
  // The hook waits for a compaction.
  if (place === "hook") return [];
  if (own.length > 0) return own.map((row) => carried(session, place, row, "in context"));
  const carrier = carrierOf(place);
  const silent = carrier === "attachment/instructions" && records(session.cliVersion, carrier) !== "yes";
  return [
    blank(session, place, silent ? "not recorded" : "not in context", "No record before the probe holds its number."),
  ];
}

function carried(session: Probed, place: Place, row: TraceRow, fate: LabRow["fate"]): LabRow {
  const { run } = session;
  const record = session.returned.find(
    ({ carrier, evidence }) => carrier === row.carrier && evidence[0]?.line === row.line,
  );
  return {
    ...headOf(session, place),
    fate,
    text: textOf(run, place, row.marker),
    source: row.source,
    carrier: row.carrier,
    phase: record?.phase ?? null,
    reason: null,
    inSummary: null,
    line: row.line,
    sessionId: row.sessionId,
    at: row.at,
    grade: row.grade,
    evidence: row.evidence,
    why: row.why,
  };
}

function notBack(session: Probed, place: Place, own: TraceRow[], wasThere: boolean): LabRow {
  const { run, cliVersion } = session;
  const carrier = carrierOf(place);
  if (carrier !== "" && records(cliVersion, carrier) !== "yes")
    return blank(
      session,
      place,
      "not recorded",
      `CLI ${cliVersion ?? "of unknown version"} is not known to write ${carrier}, so its absence proves nothing.`,
    );
  const summary = own.find(({ source }) => source === "summary");
  if (!wasThere && place !== "hook" && summary === undefined)
    return blank(session, place, "not loaded", "No record before the boundary holds its number.");
  const loss = place === "hook" ? hookLoss(session) : session.missing.find((row) => isAbout(row, place, run.directory));
  const base = blank(
    session,
    place,
    summary === undefined ? "lost" : "summary only",
    summary === undefined
      ? "No record after the boundary holds its number."
      : "Of the records after the boundary the summary alone holds its number.",
  );
  const told = place === "message" ? undefined : loss;
  return {
    ...base,
    source: summary?.source ?? null,
    carrier: summary?.carrier ?? null,
    text: summary === undefined ? null : textOf(run, place, summary.marker),
    line: summary?.line ?? null,
    reason: loss?.reason ?? null,
    grade: told?.grade ?? base.grade,
    why: told?.why ?? base.why,
    evidence: [...(summary?.evidence ?? base.evidence), ...(told?.evidence ?? [])],
  };
}

/** A hook that did not run leaves nothing that could be missed. */
function hookLoss({ timeline, cut }: Probed): Pick<MissingRow, "reason" | "grade" | "why" | "evidence"> | undefined {
  const ran = hooks(timeline).some(({ chain, boundary }) => chain === "main" && boundary === cut?.boundary);
  if (ran) return undefined;
  const why = "No record of a run stands with the boundary, though the files configure one.";
  return { reason: "hook-not-run", grade: "inferred", why, evidence: [] };
}

function blank(session: Probed, place: Place, fate: LabRow["fate"], why: string): LabRow {
  const { timeline, cut } = session;
  const judgement = fate === "not recorded" ? unknown(why) : derived(why);
  return {
    ...headOf(session, place),
    fate,
    text: null,
    source: null,
    carrier: null,
    phase: null,
    reason: null,
    inSummary: null,
    line: null,
    sessionId: timeline.sessionId,
    at: cut?.at ?? null,
    ...judgement,
    evidence: cut?.evidence.slice(0, 1) ?? [],
  };
}

const headOf = ({ run, role, cut, cliVersion }: Probed, place: Place) => ({
  run: run.run,
  shape: run.shape,
  cliVersion,
  role,
  boundary: cut?.boundary ?? null,
  place,
});

function textOf({ marks, edited }: RunManifest, place: Place, marker: string): LabRow["text"] {
  const [first, second] = marks.numbers[place];
  if (!edited || place === "message") return "only";
  return marker === first ? "old" : marker === second ? "new" : null;
}

/** Whether a row of `missing` is about the text of a place. */
function isAbout({ item, name }: MissingRow, place: Place, directory: string): boolean {
  const file = fileOf[place];
  if (file !== undefined)
    return item !== "skill" && name.replaceAll("\\", "/") === `${directory}/${file}`.replaceAll("\\", "/");
  if (place === "message") return name === "conversation";
  const ordinal = place === "skill" || place === "skill-end" ? 1 : Number(place.replace("skill-", ""));
  return item === "skill" && name === skillNames[ordinal - 1];
}
