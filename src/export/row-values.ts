import type { Row } from "../queries/row.js";
import { type ColumnType, rowColumns, type Table, type Value } from "./table.js";

/**
 * The values of a row in the order of `rowColumns` and then of the table's own columns. What a damaged record has and its
 * column can't hold is null.
 */
export function rowValues(row: Row, { fields }: Table): { common: Value[]; own: Value[] } {
  const [first] = row.evidence;
  const common = [
    row.sessionId,
    row.at,
    row.grade,
    row.why,
    first?.file,
    first?.line,
    first?.offset,
    first?.uuid,
    row.evidence.length,
    row.evidence,
  ];
  return {
    common: rowColumns.map(({ type }, at) => valueIn[type](common[at] ?? null)),
    own: fields.map(({ key, column: { type } }) => valueIn[type](Reflect.get(row, key))),
  };
}

/** What a column of a type holds of a value, the same in every format. */
const valueIn: Record<ColumnType, (value: unknown) => Value> = {
  text: (value) => (typeof value === "string" ? value : null),
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : null),
  number: (value) => (Number.isFinite(value) ? (value as number) : null),
  flag: (value) => (typeof value === "boolean" ? value : null),
  json: (value) => (value === null ? null : JSON.stringify(value)),
};
