import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CompactionRecord,
  type HookInput,
  hookInput,
  type RecordCompactionOptions,
  recordCompaction,
} from "../../../src/systems.js";
import { temporaryFolder } from "../../node/temporary-folder.js";
import { newSession } from "../session-file.js";

export const inputText = (path: string | null, more: object = {}) =>
  JSON.stringify({
    session_id: "5e550000-0000-4000-8000-000000000001",
    transcript_path: path,
    cwd: "/home/dev/project",
    hook_event_name: "PostCompact",
    trigger: "auto",
    compact_summary: "What was said so far.",
    ...more,
  });

const inputOf = (path: string | null, more: object = {}) => hookInput(inputText(path, more)) as HookInput;

export const newFile = (): string => join(temporaryFolder(), "compactions.ndjson");

export const record = (path: string | null, options: RecordCompactionOptions & { more?: object } = {}) => {
  const { more = {}, ...others } = options;
  return recordCompaction(inputOf(path, more), { file: newFile(), cache: false, waitMs: 0, ...others });
};

export const written = (file: string): CompactionRecord[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

export const numbers = { preTokens: 150_000, postTokens: 12_000, durationMs: 31_000 } as const;
export const compacted = () => newSession().prompt("go").skill("deploy", "Tag first.").reply("Done.").compact(numbers);
