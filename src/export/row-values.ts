import type { Row } from "../queries/row.js";
import type { Table, Value } from "./table.js";

/** The values of a row in the order of `rowColumns` and then of the table's own columns. */
export function rowValues(row: Row, { fields }: Table): { common: Value[]; own: Value[] } {
  const [first] = row.evidence;
  return {
    common: [
      row.sessionId,
      row.at,
      row.grade,
      row.why,
      first?.file ?? null,
      first?.line ?? null,
      first?.offset ?? null,
      first?.uuid ?? null,
      row.evidence.length,
      JSON.stringify(row.evidence),
    ],
    own: fields.map(({ key, column }) => exported(Reflect.get(row, key), column.type === "json")),
  };
}

const exported = (value: unknown, isJson: boolean): Value =>
  value === null ? null : isJson ? JSON.stringify(value) : (value as Value);
