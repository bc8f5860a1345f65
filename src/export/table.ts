import type { Row } from "../queries/row.js";
import type { Timeline } from "../timeline/timeline.js";

/**
 * Version of the exported tables: it grows by one when a column is renamed, removed or gets another meaning. A new column
 * is no new version.
 */
export const schemaVersion = 1;

/** `integer` is a whole number between -2^53 and 2^53, `number` any other; `json` is JSON as text. */
export type ColumnType = "text" | "integer" | "number" | "flag" | "json";

/** One value of a column. */
export type Value = string | number | boolean | null;

/** One column of an exported table, the same in every format. */
export interface Column {
  /** Snake case; never a reserved word of SQL. */
  name: string;
  type: ColumnType;
  /** False where every row has a value, unless its record is damaged and says what the type can't hold. */
  nullable: boolean;
  /** What it holds, in one sentence. */
  about: string;
  /** True for what people and the model wrote: a redacted export leaves it empty. */
  content: boolean;
}

/** One query as a table: its rows, and its columns after those that every table has. */
export interface Table<R extends Row = Row> {
  name: string;
  about: string;
  rows: (timeline: Timeline) => R[];
  /** Fields of the row in the order of their columns. */
  fields: readonly { key: string; column: Column }[];
  /** True where the rows tell their boundary by its ordinal alone: the table then has `boundary_uuid` too. */
  ofBoundary: boolean;
  /**
   * Columns that tell a row from the others, beside the table's name. With `evidence_uuid` or an id of a message or call,
   * the row of a copied or forked file has the same id; with `session_id`, each session has rows of its own.
   */
  identity: readonly string[];
  /**
   * Of copies of a row the one that holds most stands: columns in which it has more, the most telling first, before
   * `session_entries`.
   */
  fuller: readonly string[];
  /**
   * Columns that tell what has a row for each boundary that it met, and one without where it met none: a copy that ends
   * before the boundary says so too, and its row does not stand beside the others. Empty where nothing has such rows.
   */
  metBoundaries: readonly string[];
}

type Field = Omit<Column, "name">;
type TypeOf<V> = [V] extends [string]
  ? "text"
  : [V] extends [number]
    ? "integer" | "number"
    : [V] extends [boolean]
      ? "flag"
      : "json";
type FieldOf<V> = Field & { type: TypeOf<NonNullable<V>>; nullable: null extends V ? true : false };

/** A column for every field of a row but the common ones: a missing one, or one of another type, does not compile. */
type FieldsOf<R extends Row> = { readonly [K in Exclude<keyof R, keyof Row>]-?: FieldOf<R[K]> };

/** Says what a column holds; `orNull` where the transcript need not say. */
function kind<T extends ColumnType>(type: T, content: boolean) {
  const field = <N extends boolean>(about: string, nullable: N) => ({ type, nullable, about, content });
  return Object.assign((about: string) => field<false>(about, false), {
    orNull: (about: string) => field<true>(about, true),
  });
}

export const text = kind("text", false);
/** Text that people or the model wrote. */
export const content = kind("text", true);
export const integer = kind("integer", false);
export const number = kind("number", false);
export const flag = kind("flag", false);
export const json = kind("json", false);

interface Declaration<R extends Row> extends Pick<Table<R>, "name" | "about" | "rows" | "identity"> {
  /** Made when the table is first used, so that a bundler can leave out the tables that are not. */
  columns: () => FieldsOf<R>;
  /** Names of the columns whose own would be a reserved word. */
  renamed?: { [K in keyof R & string]?: string };
  /** Default: `proofs`, and nothing where each session has rows of its own. */
  fuller?: Table["fuller"];
  /** Default: none. */
  metBoundaries?: Table["metBoundaries"];
}

/** Declares a table from its query and one column for each field of the query's row. */
/* @__NO_SIDE_EFFECTS__ */
export function tableOf<R extends Row>({ columns, renamed = {}, ...rest }: Declaration<R>): Table<R> {
  const made = once(() => fieldsOf(columns(), new Map(Object.entries<string | undefined>(renamed))));
  return {
    fuller: rest.identity[0] === "session_id" ? [] : ["proofs"],
    metBoundaries: [],
    ...rest,
    get fields() {
      return made();
    },
    get ofBoundary() {
      const keys = new Set(made().map(({ key }) => key));
      return keys.has("boundary") && !keys.has("uuid");
    },
  };
}

const fieldsOf = (columns: Record<string, Field>, names: Map<string, string | undefined>): Table["fields"] =>
  Object.entries(columns).map(([key, field]) => ({
    key,
    column: { name: names.get(key) ?? snakeCase(key), ...field },
  }));

function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** `cacheWrite5m` becomes `cache_write_5m`. */
const snakeCase = (key: string): string =>
  key.replace(/[A-Z]|\d+[a-z]*/g, (part) => `_${part.toLowerCase()}`).replace(/^_/, "");

const common = (name: string, { type, nullable, about }: Field): Column => ({
  name,
  type,
  nullable,
  about,
  content: false,
});

/** Columns that only an export fills: they need the whole session, or its folder. */
const exportColumns: readonly Column[] = [
  common(
    "row_id",
    text("Hash of what tells the row from others: the same fact has the same id, in a copied file too."),
  ),
  common("project", text("Name of the folder that the transcript lies in, made safe as a part of a path.")),
  common("day", text("UTC day of `at_ms`, else of the session's first record: `YYYY-MM-DD`, or `unknown`.")),
  common(
    "session_entries",
    integer("Entries of the session when the row was made: of two copies of it, the newer has more."),
  ),
];

const boundaryUuid = common(
  "boundary_uuid",
  text.orNull("uuid of the boundary that `boundary` counts, to join tables on; null where it counts none."),
);

/** Columns of every row, from the row itself. */
export const rowColumns: readonly Column[] = [
  common("session_id", text.orNull("Session that the transcript is of.")),
  common("at_ms", integer.orNull("Time, in milliseconds since 1970-01-01 UTC.")),
  common("grade", text("How sure the answer is: observed, derived, inferred, unknown.")),
  common("why", text.orNull("Reason, where the grade is not observed.")),
  common("evidence_file", text.orNull("Transcript file of the first proof, where more than one was read.")),
  common("evidence_line", integer.orNull("Line of the first proof, from 1.")),
  common("evidence_offset", integer.orNull("Byte at which the first proof begins.")),
  common("evidence_uuid", text.orNull("uuid of the record that is the first proof.")),
  common("proofs", integer("Number of proofs.")),
  common("evidence", json("All proofs: a list of `{line, offset, uuid, file?}`, the most telling first.")),
];

/** All columns of an exported table, in order. */
export function columnsOf(table: Table): Column[] {
  return [
    ...exportColumns,
    ...rowColumns,
    ...(table.ofBoundary ? [boundaryUuid] : []),
    ...table.fields.map(({ column }) => column),
  ];
}
