import type { Place } from "../../read/place.js";
import { escapeHtml } from "../../show/escape-html.js";
import type { Html } from "./html-table.js";

/** Most lines to cite for one answer; the most telling come first. */
const mostCited = 3;

/** Makes links of lines: the first mention of a line is its anchor (`#L39`), so that a link can lead to it from outside. */
export function lineLinks(mainFile: string | null): (places: readonly Place[]) => Html {
  const anchors = new Set<string>();
  const files = new Map<string | null, string>([[mainFile, ""]]);
  return (places) => ({
    html: places.slice(0, mostCited).map(linkOf).join(" "),
  });

  function linkOf({ line, file: name }: Place): string {
    const file = name ?? mainFile;
    const known = files.get(file);
    const prefix = known ?? `f${files.size}-`;
    if (known === undefined) files.set(file, prefix);
    const anchor = `${prefix}L${line}`;
    const id = anchors.has(anchor) ? "" : ` id="${anchor}"`;
    anchors.add(anchor);
    const title = prefix === "" ? "" : ` title="${escapeHtml(`line ${line} of ${file}`)}"`;
    return `<a class="line" href="#${anchor}"${id}${title}>${line}</a>`;
  }
}
