import { type Recorded, recording } from "../schemas/versions/recording.js";
import { claims } from "../src/queries/claims.js";
import { readTimeline } from "../src/timeline/read-timeline.js";
import { type Cell, table } from "./page-tables.js";

/** The records that answers about compactions rest on, and what can't be told without them. */
const needed: Readonly<Record<string, string>> = {
  attachment: "anything that came back, but for the summary and kept messages",
  "attachment/file": "files that came back",
  "attachment/compact_file_reference": "files that came back as a path",
  "attachment/invoked_skills": "skills that came back",
  "attachment/nested_memory": "nested instruction files as they are loaded",
  "attachment/instructions": "the root `CLAUDE.md`, imports and rules",
  "attachment/skill_listing": "the list of skills",
  "skill_listing.names": "names in it without reading them off the text",
  "attachment/hook_success": "what a hook printed, and what of it was delivered",
  "progress/hook_progress": "that a hook ran at all, before its output was recorded",
  "attachment/prompt_snapshot": "the system prompt and the definitions of tools",
  "compactMetadata.postTokens": "the size after a compaction",
  "compactMetadata.preservedMessages": "which messages were kept",
  "compactMetadata.cumulativeDroppedTokens": "the running total of what was dropped",
  "system/microcompact_boundary": "old tool results that were cleared",
  "system/turn_duration": "how long a turn took",
};

function versions({ firstSeen, notBefore, lastSeen }: Recorded): string {
  const from =
    notBefore === undefined || notBefore === firstSeen ? firstSeen : `${firstSeen} (none before ${notBefore})`;
  return lastSeen === undefined ? `from ${from}` : `${from} to ${lastSeen}`;
}

/** The tables of the page on what a transcript can't show, by name: from the version table and the claims. */
export async function silenceTables(): Promise<Record<string, string>> {
  const rows = Object.entries(needed).map(([kind, shows]): Record<string, Cell> => {
    const recorded = recording.get(kind);
    if (recorded === undefined) throw new Error(`${kind} is not in schemas/versions/recording.ts.`);
    return {
      record: `\`${kind}\``,
      written: versions(recorded),
      "without it nobody sees": shows,
      source: recorded.source,
    };
  });
  const undecided = claims(await readTimeline("")).filter(({ verdict }) => verdict === "not decidable");
  return {
    recording: table(rows),
    undecided: table(
      undecided.map(({ id, claim, why, source, date }) => ({
        claim: `${claim} (\`${id}\`)`,
        "why not": why,
        source: `${source}, ${date}`,
      })),
    ),
  };
}
