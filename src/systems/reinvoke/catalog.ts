import { redactText } from "../../timeline/secrets.js";
import { textOfFile } from "../text-of-file.js";

/** A catalogue that is meant to fit into the output of a hook is far smaller. */
const mostMebibytes = 1;

/**
 * Reads the entries of a catalogue of skills: a text file in which a line is an entry, and the indented lines below belong
 * to it. A heading belongs to the entry below it. Secrets and control characters are taken out.
 *
 * Throws a `TranscriptError` where the file can't be read, or is larger than 1 MiB.
 */
export function catalogEntries(path: string): string[] {
  const entries: string[] = [];
  let heading: string[] = [];
  for (const line of redactText(textOfFile(path, mostMebibytes, "name a text file with one skill a line")).split(
    "\n",
  )) {
    const shown = line.replace(hidden, " ").trimEnd();
    if (shown === "") continue;
    if (/^#{1,6} /.test(shown)) heading.push(shown);
    else if (/^\s/.test(shown) && heading.length === 0 && entries.length > 0)
      entries[entries.length - 1] += `\n${shown}`;
    else {
      entries.push([...heading, shown].join("\n"));
      heading = [];
    }
  }
  return entries;
}

/** Controls, and what can't be seen but could hide an instruction. */
const hidden = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
