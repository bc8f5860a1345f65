import type { Place } from "../read/place.js";
import { usePage } from "./page-context.js";
import { linkTo } from "./route.js";

/** A link to a line of the transcript, which is shown beside what there is. */
export function LineLink({ place: { line, file } }: { place: Pick<Place, "line" | "file"> }) {
  const { route } = usePage();
  return (
    <a class="line" href={linkTo(route, { line, file: file ?? null })}>
      {file === undefined ? `line ${line}` : `${file.split("/").at(-1)}:${line}`}
    </a>
  );
}
