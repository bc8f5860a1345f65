import * as z from "zod";
import { AttachmentEntry } from "../attachment.js";
import { schemas } from "../kinds.js";
import { ProgressEntry } from "../progress.js";
import { StreamSystemEntry } from "../stream-system.js";

type JsonSchema = Record<string, unknown>;

/** Kinds whose row is the same and whose payload differs: the field that holds it, and the row around it. */
const rows = new Map([
  [
    "attachment",
    { field: "attachment", row: AttachmentEntry.extend({ attachment: z.looseObject({ type: z.string() }) }) },
  ],
  ["progress", { field: "data", row: ProgressEntry.extend({ data: z.looseObject({ type: z.string() }) }) }],
]);

const streamSystemKinds = new Set(StreamSystemEntry.options.map((option) => `system/${option.shape.subtype.value}`));

/**
 * The JSON Schema of every kind: file name to text. One file per group, with a definition per kind in `$defs`, so that
 * `system.json#/$defs/system~1compact_boundary` is the schema of a compaction boundary.
 *
 * The committed files are these texts; a test compares them, and `npx vitest run test/schemas/json.node.test.ts -u`
 * writes them anew.
 */
export function jsonSchemas(): ReadonlyMap<string, string> {
  const groups = new Map<string, Map<string, JsonSchema>>();
  const firstKind = new Map<z.ZodType, string>();
  for (const [kind, schema] of schemas) {
    const group = groupOf(kind);
    const definitions = groups.get(group) ?? new Map<string, JsonSchema>();
    groups.set(group, definitions);
    const same = firstKind.get(schema);
    definitions.set(kind, same === undefined ? definitionOf(kind, schema) : refTo(same));
    if (same === undefined) firstKind.set(schema, kind);
  }
  return new Map([...groups].map(([group, definitions]) => [`${group}.json`, textOf(group, definitions)]));
}

function groupOf(kind: string): string {
  if (streamSystemKinds.has(kind)) return "stream";
  const name = kind.split("/", 1)[0] ?? kind;
  return ["user", "assistant", "system", "attachment", "progress", "journal", "stream"].includes(name)
    ? name
    : "bookkeeping";
}

function definitionOf(kind: string, schema: z.ZodType): JsonSchema {
  const family = kind.split("/", 1)[0] ?? kind;
  const shared = rows.get(family);
  if (shared === undefined) return jsonOf(schema);
  if (kind === family) return jsonOf(shared.row);
  const payload = (schema as z.ZodObject).shape[shared.field] as z.ZodType;
  return { allOf: [refTo(family), { properties: { [shared.field]: jsonOf(payload) } }] };
}

function jsonOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...definition } = z.toJSONSchema(schema, { io: "input" });
  return definition;
}

function refTo(kind: string): JsonSchema {
  return { $ref: `#/$defs/${kind.replaceAll("/", "~1")}` };
}

function textOf(group: string, definitions: ReadonlyMap<string, JsonSchema>): string {
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Claude Code transcript entries: ${group}`,
    description: "Generated from the zod schemas of tidemark; unknown fields are allowed everywhere.",
    $defs: Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
