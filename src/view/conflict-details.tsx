import type { ConflictRow } from "../queries/conflicts.js";
import { RowDetails } from "./row-details.js";
import { SideBySide } from "./side-by-side.js";

/** Two texts for the same thing that stand in the context at once. */
export function ConflictDetails({ row }: { row: ConflictRow }) {
  const { older, newer } = row;
  const heads: [string, string] = [
    `older: ${older.source}, line ${older.line}`,
    `newer: ${newer.source}, line ${newer.line}`,
  ];
  return (
    <>
      <RowDetails row={row} texts={null} />
      <figure class="text">
        <SideBySide
          before={older.text ?? "(the transcript does not hold this text)"}
          after={newer.text ?? "(the transcript does not hold this text)"}
          heads={heads}
        />
      </figure>
    </>
  );
}
