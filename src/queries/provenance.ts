import type { Carried } from "../timeline/carried.js";
import type { Copies, Relation, SeenText } from "../timeline/copies.js";
import type { Attachment, Hook } from "../timeline/event.js";
import { derived, inferred, type Judgement, observed, unknown } from "./row.js";

/** Where the content of a thing came from. */
export type Source =
  | "disk"
  | "held"
  | "invocation"
  | "hook"
  | "summary"
  | "preserved"
  | "registry"
  | "process"
  | "unknown";

/** When it came back: with the boundary itself, or with the first turn after it. */
export type Phase = "boundary" | "next-prompt";

/** A source with the grade of saying so. */
export interface Provenance {
  source: Source;
  judgement: Judgement;
}

const from = (source: Source, judgement: Judgement): Provenance => ({ source, judgement });

/**
 * Says where a carried thing came from, by its carrier, its phase, and how its text (`seen`) stands to the earlier `copies`.
 *
 * Sources of the rules: "What survives compaction" of the documentation (copies of 2026-08-22 to 2026-10-08), 118 real
 * boundaries of CLI 1.0.128 to 2.1.232, three clusters of 2.1.252 and 2.1.269, and a public report on 2.1.260 about
 * stale instructions. `disk` is never inferred from the carrier of instructions alone.
 */
export function provenance(
  event: Attachment | Hook,
  carried: Carried,
  phase: Phase,
  { relation }: Relation,
  seen: SeenText | null,
  copies: Copies,
): Provenance {
  switch (carried.item) {
    case "hook":
      return from("hook", observed);
    case "file":
    case "nested-memory":
      return fileSource(relation, mayBeHead(carried, copies));
    case "file-reference":
      return from("registry", observed);
    case "plan":
      return carried.text === null ? from("registry", observed) : fileSource(relation, false);
    case "skill":
      return skillSource(relation);
    case "instructions":
      return instructionsSource(event, phase, relation, equalsLastSent(seen, copies));
    case "skill-listing":
      return event.kind === "attachment" && event.listing?.initial === true
        ? from(
            "process",
            inferred(
              "A whole listing flagged as initial is what a new process sends; the record does not name the process.",
            ),
          )
        : from("registry", observed);
    case "task":
    case "tool-listing":
    case "agent-listing":
    case "mcp-instructions":
      return from("registry", observed);
    case "output-style":
      return from("registry", inferred("The style in force is sent again; the record does not say from where."));
    default:
      // The note says so itself: the file changed on disk.
      if (event.carrier === "edited_text_file") return from("disk", observed);
      return liveState.has(event.carrier)
        ? from("registry", inferred("The record states live state of the process; it does not say when it was taken."))
        : from("unknown", unknown("The record does not say where its text came from."));
  }
}

/** Carriers that state what the process knows of itself. */
const liveState: ReadonlySet<string> = new Set([
  "environment",
  "model",
  "session_context",
  "date",
  "date_change",
  "sandbox_instructions",
  "remote_session_change",
  "total_tokens_reminder",
  "auto_mode",
  "auto_mode_exit",
  "plan_mode_exit",
  "ultra_effort_enter",
  "ultra_effort_exit",
  "goal_status",
  "team_context",
  "batching_reminder_sent",
]);

/** True where the record holds a part of the file, and a longer earlier text, as a tool read or wrote it, is not kept. */
const mayBeHead = ({ partial, text }: Carried, { unkeptChars }: Copies): boolean =>
  partial === true && unkeptChars >= (text?.length ?? 0);

function fileSource(relation: Relation["relation"], unproved: boolean): Provenance {
  switch (relation) {
    case "changed":
      return unproved
        ? from(
            "disk",
            inferred(
              "This carrier reads files again; the text is a part of the file, and no longer text is kept to compare it with.",
            ),
          )
        : from("disk", derived("The text differs from every earlier copy, so the file was read again."));
    case "equal":
      return from(
        "disk",
        inferred(
          "This carrier reads files again; the text equals an earlier copy, so the text alone does not show it.",
        ),
      );
    default:
      return from(
        "disk",
        inferred("This carrier reads files again; the transcript holds no whole earlier copy to compare with."),
      );
  }
}

function skillSource(relation: Relation["relation"]): Provenance {
  switch (relation) {
    case "equal":
      return from("invocation", derived("The text equals what was sent when the skill ran."));
    case "prefix":
      return from("invocation", derived("The text is the head of what was sent when the skill ran."));
    case "new":
      return from("invocation", inferred("This carrier holds stored copies; the invocation is not in this file."));
    case "changed":
      return from("unknown", unknown("The text differs from every recorded invocation of the skill."));
    case "none":
      return from("unknown", unknown("The record names the skill and holds no text."));
  }
}

/** True where the text is that of the last copy that an `instructions` record brought; what a tool read is no such copy. */
const equalsLastSent = (seen: SeenText | null, { sentInstructions }: Copies): boolean =>
  seen !== null && seen.print === sentInstructions?.print;

function instructionsSource(
  event: Attachment | Hook,
  phase: Phase,
  relation: Relation["relation"],
  asLastSent: boolean,
): Provenance {
  const delta = event.kind === "attachment" ? event.delta : null;
  if (delta?.changed === true) return from("disk", observed);
  if (phase === "boundary") {
    if (asLastSent)
      return from(
        "held",
        derived(
          "The text equals the last copy sent before; an automatic compaction sends the held copy, not the file.",
        ),
      );
    return from(
      "unknown",
      unknown("The text equals no earlier copy of the instructions, so neither the file nor a held copy is proved."),
    );
  }
  return relation === "changed"
    ? from("disk", derived("The text differs from the last copy sent before, so the file was read again."))
    : from(
        "disk",
        inferred(
          "With the next turn after a compaction the files are read again (8 of 8 measured); the text does not show it.",
        ),
      );
}
