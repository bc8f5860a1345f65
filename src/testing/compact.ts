import { fileShape, numbered } from "./file-text.js";
import { runSessionStart } from "./hooks.js";
import { records } from "./recording.js";
import { addAttachment, addRow, flushBookkeeping } from "./row.js";
import { estimatedTokens, limits } from "./rules.js";
import type { Row, Session } from "./session.js";
import { newUuid, prefixTokens } from "./session.js";
import { reattached } from "./skill.js";
import {
  addEnvironment,
  addHeldInstructions,
  addSessionContext,
  addToolListings,
  displayPath,
} from "./surroundings.js";
import { commandRows, openTurn, queue, say } from "./turn.js";

/** How a compaction turns out. */
export interface CompactOptions {
  /** Default `auto`; a partial compaction is always `manual`. */
  trigger?: "manual" | "auto";
  /** Default: tokens of the last request and its answer. */
  preTokens?: number;
  /** Default: estimate of the summary and of what came back. */
  postTokens?: number;
  /** Default 20,000. */
  durationMs?: number;
  summary?: string;
  /** Kept messages: that many rows before the boundary (after a `from-here`: at its start), or the last reply and what follows it; default `turn`. */
  keep?: number | "turn";
  /** The summary was made in advance. */
  precomputed?: boolean;
  /** False: the hooks for `SessionStart:compact` do not run. */
  hooks?: boolean;
  /** False: invoked skills do not come back. */
  skills?: boolean;
  /** `up-to` and `from-here` are the two partial forms that a rewind writes; default `full`. */
  mode?: "full" | "up-to" | "from-here";
  /** Names of tools found through the tool search before. */
  discoveredTools?: string[];
  /** uuid in `logicalParentUuid`; default the last row before the boundary. */
  logicalParent?: string;
}

/** Writes a boundary, its summary, and what this version brings back after it, in the order of real clusters. */
export function compact(session: Session, options: CompactOptions = {}): void {
  const { world, cliVersion } = session;
  const mode = options.mode ?? "full";
  const manual = mode === "full" && options.trigger === "manual";
  if (!session.running) throw new Error("The process has ended: call resume(), fork() or clear() before compact().");
  const tail = session.leaf;
  const kept = records(cliVersion, "compactMetadata.preservedMessages")
    ? keptRows(session, mode, options.keep ?? "turn")
    : [];
  const typed = manual ? typeCompact(session) : undefined;
  const durationMs = options.durationMs ?? 20_000;
  world.now += durationMs;

  const preTokens = options.preTokens ?? session.context + Math.round(session.unsentChars / limits.charsPerToken);
  const summaryUuid = newUuid(world);
  const metadata: Row = { trigger: mode === "full" ? (options.trigger ?? "auto") : "manual", preTokens };
  const boundary = addRow(session, {
    parentUuid: null,
    ...(tail === null ? {} : { logicalParentUuid: options.logicalParent ?? tail }),
    type: "system",
    subtype: "compact_boundary",
    content: "Conversation compacted",
    ...(records(cliVersion, "boundary.isMeta") ? { isMeta: false } : {}),
    level: "info",
    compactMetadata: metadata,
  });
  session.unsentChars = 0;
  session.context = prefixTokens;
  session.freshBoundary = true;
  const detour = session.detour ? addDetour(session, typed?.uuid ?? tail) : undefined;
  addSummary(session, summaryUuid, options, kept.length);
  if (mode === "full") {
    if (session.lateFlush) flushKept(session, kept, summaryUuid);
    bringBack(session, options, { manual, typedAt: typed?.at });
  }
  fillMetadata(session, metadata, {
    options,
    durationMs,
    kept,
    anchor: mode === "from-here" ? (boundary.uuid as string) : summaryUuid,
    estimate: Math.max(1, Math.round(session.unsentChars / limits.charsPerToken)),
  });
  if (detour !== undefined) session.leaf = detour;
  flushBookkeeping(session);
}

/** A row that another writer put behind the boundary; returns its uuid. */
function addDetour(session: Session, parent: string | null): string {
  session.detour = false;
  const content = "A scheduled task is due.";
  const row = addRow(
    session,
    { type: "system", subtype: "scheduled_task_fire", content, isMeta: false, level: "info" },
    {},
    { parent, advance: false },
  );
  return row.uuid as string;
}

/** What the person typed; returns when, and under which uuid if it has a row. A terminal writes the line as it was typed, a headless process queues it. */
function typeCompact(session: Session): { at: number; uuid?: string } {
  openTurn(session);
  const typed: { at: number; uuid?: string } = { at: session.world.now };
  if (session.entrypoint !== "cli") queue(session, ["enqueue", "dequeue"], "/compact");
  else if (records(session.cliVersion, "user.rawCompact")) {
    typed.uuid = say(session, "/compact", {}, {}, { advance: false }).uuid as string;
  }
  session.lastPrompt = "/compact";
  return typed;
}

function addSummary(session: Session, uuid: string, options: CompactOptions, kept: number): void {
  const { cliVersion, world } = session;
  const text = options.summary ?? "This session goes on from an earlier conversation. Work so far: steps one to three.";
  const partial = options.mode === "up-to" || options.mode === "from-here";
  const folded = session.lines.filter((line) => "row" in line && isMessage(line.row)).length - kept;
  // The direction of "from here" was not seen in a transcript; its name follows the one that was.
  const direction = options.mode === "up-to" ? "up_to" : "from_here";
  // From the first version with kept messages on, the summary is older than its boundary.
  const at = records(cliVersion, "compactMetadata.preservedMessages") ? world.now - 1_500 : world.now;
  say(
    session,
    text,
    {
      ...(partial ? {} : { isVisibleInTranscriptOnly: true }),
      isCompactSummary: true,
      ...(partial ? { summarizeMetadata: { messagesSummarized: Math.max(0, folded), direction } } : {}),
    },
    {},
    { uuid, at, process: true },
  );
}

interface Back {
  manual: boolean;
  typedAt: number | undefined;
}

function bringBack(session: Session, options: CompactOptions, { manual, typedAt }: Back): void {
  const { cliVersion } = session;
  if (manual) {
    commandRows(
      session,
      "/compact",
      "Compacted (ctrl+o to see full summary)",
      typedAt === undefined ? {} : { typedAt },
    );
  } else if (session.ambient && records(cliVersion, "attachment/thinking_stripped")) {
    addAttachment(session, { type: "thinking_stripped", scope: "all" }, []);
  }
  addFiles(session);
  if (options.skills === false) session.loaded = new Map();
  else addSkills(session);
  addToolListings(session);
  if (!manual) addEnvironment(session);
  if (options.hooks !== false) runSessionStart(session, "compact");
  if (manual) {
    session.due = { surroundings: true, listing: session.due.listing, instructions: "full" };
    return;
  }
  addHeldInstructions(session);
  addSessionContext(session);
  session.due = { surroundings: false, listing: session.due.listing, instructions: "compaction" };
}

/** The most recently modified of the files that the process knows, as text or, if large, by name only. */
function addFiles(session: Session): void {
  const { cliVersion, world, known } = session;
  if (!records(cliVersion, "attachment/file")) return;
  const newest = [...known.keys()]
    .flatMap((path) => {
      const file = world.disk.get(path);
      return file === undefined ? [] : [{ path, ...file }];
    })
    .sort((a, b) => b.mtime - a.mtime)
    .slice(0, limits.files);
  for (const { path, text } of newest) {
    known.set(path, text);
    const names = { filename: path, displayPath: displayPath(session, path) };
    if (estimatedTokens(text) > limits.fileTokens) {
      if (!records(cliVersion, "attachment/compact_file_reference")) continue;
      addAttachment(session, { type: "compact_file_reference", ...names }, [`Note: ${path} is too large to include.`]);
      continue;
    }
    const { filename, displayPath: shown } = names;
    addAttachment(session, { type: "file", filename, content: fileShape(path, text), displayPath: shown }, [
      `Called the Read tool with the following input: ${JSON.stringify({ file_path: path })}`,
      `Result of calling the Read tool:\n${numbered(text)}`,
    ]);
  }
}

function addSkills(session: Session): void {
  const before = session.loaded;
  session.loaded = new Map();
  if (!records(session.cliVersion, "attachment/invoked_skills")) return;
  const skills = reattached(session.skills);
  if (skills.length === 0) return;
  for (const { name, content } of skills) if (before.get(name) === content) session.loaded.set(name, content);
  const bodies = skills.map(({ name, path, content }) => `### Skill: ${name}\nPath: ${path}\n\n${content}`);
  addAttachment(session, { type: "invoked_skills", skills }, [
    `Skills that were invoked earlier in this session:\n\n${bodies.join("\n\n---\n\n")}`,
  ]);
}

function fillMetadata(
  session: Session,
  metadata: Row,
  found: { options: CompactOptions; durationMs: number; kept: Row[]; anchor: string; estimate: number },
): void {
  const { cliVersion } = session;
  const { options, kept, anchor } = found;
  const postTokens = options.postTokens ?? found.estimate;
  session.dropped += (metadata.preTokens as number) - postTokens;
  if (records(cliVersion, "compactMetadata.postTokens")) metadata.postTokens = postTokens;
  if (records(cliVersion, "compactMetadata.cumulativeDroppedTokens"))
    metadata.cumulativeDroppedTokens = session.dropped;
  if (records(cliVersion, "compactMetadata.postTokens")) metadata.durationMs = found.durationMs;
  if (options.precomputed && records(cliVersion, "compactMetadata.precomputed")) metadata.precomputed = true;
  if (options.mode === "up-to" || options.mode === "from-here") {
    metadata.messagesSummarized = Math.max(0, countMessages(session) - kept.length);
  }
  if (options.discoveredTools !== undefined && records(cliVersion, "compactMetadata.postTokens")) {
    metadata.preCompactDiscoveredTools = options.discoveredTools;
  }
  const uuids = kept.map((row) => row.uuid as string);
  if (uuids.length === 0) return;
  metadata.preservedSegment = { headUuid: uuids[0], anchorUuid: anchor, tailUuid: uuids.at(-1) };
  metadata.preservedMessages = { anchorUuid: anchor, uuids, allUuids: uuids };
}

/** Rows of the present segment that stay in context. */
function keptRows(session: Session, mode: "full" | "up-to" | "from-here", keep: number | "turn"): Row[] {
  const rows = session.lines.flatMap((line) => ("row" in line && typeof line.row.uuid === "string" ? [line.row] : []));
  const start = rows.findLastIndex((row) => row.subtype === "compact_boundary") + 1;
  const segment = rows.slice(start).filter((row) => row.isCompactSummary !== true);
  if (typeof keep === "number")
    return mode === "from-here" ? segment.slice(0, keep) : segment.slice(segment.length - keep);
  const last = segment.findLast((row) => row.type === "assistant");
  const id = (last?.message as Row | undefined)?.id;
  const first = segment.findIndex((row) => row.type === "assistant" && (row.message as Row).id === id);
  return first < 0 ? [] : segment.slice(first);
}

/** Moves the kept rows behind the summary, with their old times, as happens when they were not yet written. */
function flushKept(session: Session, kept: Row[], summaryUuid: string): void {
  const moved = new Set(kept);
  session.lines = session.lines.filter((line) => !("row" in line && moved.has(line.row)));
  for (const row of kept) session.lines.push({ row });
  const first = kept[0];
  if (first === undefined) return;
  first.parentUuid = summaryUuid;
  session.leaf = kept.at(-1)?.uuid as string;
  session.lateFlush = false;
}

function countMessages(session: Session): number {
  return session.lines.filter((line) => "row" in line && isMessage(line.row)).length;
}

function isMessage(row: Row): boolean {
  return row.type === "user" || row.type === "assistant";
}
