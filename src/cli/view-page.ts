import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { messageOf, reasonOf } from "../node/file-source.js";
import { sessionsBelow } from "../node/folder-sessions.js";
import { agentFinder, firstSessionId } from "../node/session-files.js";
import type { FolderProblem } from "../node/walk-folder.js";
import { TranscriptError } from "../read/transcript-error.js";
import { escapeHtml } from "../show/escape-html.js";
import { pathNamed } from "./path-named.js";
import { standardInput } from "./standard-input.js";

/** Where the page takes what it brings along. */
const mark = "<!-- transcripts -->";

/** A browser opens a page of so much at once; packed, transcripts have about a tenth of their length. */
const mostPacked = 100 * 1024 * 1024;

/** The built page: beside the program, or where the build put it when this runs from the sources. */
export function pageFile(): string {
  const places = ["../view.html", "../../dist/view.html"].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new TranscriptError("unreadable-file", `${places[0]}: the page is not there; install tidemark once more`);
}

/** The page with transcripts in it, those of subagents too. What can't be read is a problem and left out. */
export async function pageWith(
  paths: readonly string[],
  input: Readable,
): Promise<{ page: string; sessions: number; problems: FolderProblem[] }> {
  const problems: FolderProblem[] = [];
  const files = await filesAt(paths, problems);
  const folder = commonFolder(files.filter((file) => file !== standardInput.main.path));
  const parts: string[] = [];
  let room = mostPacked;
  for (const file of files) {
    try {
      const isInput = file === standardInput.main.path;
      const packed = await gzipped(isInput ? input : createReadStream(file), room);
      room -= packed.content.length;
      const path = isInput ? "standard-input.jsonl" : relative(folder, file).split(sep).join("/");
      const modified = isInput ? Date.now() : Math.round(statSync(file).mtimeMs);
      parts.push(
        `<script type="application/gzip" data-path="${escapeHtml(path)}" data-bytes="${packed.bytes}" data-modified="${modified}">${packed.content}</script>`,
      );
    } catch (error) {
      if (TranscriptError.isInstance(error)) throw error;
      problems.push({ file, message: reasonOf(file, error) });
    }
  }
  const [before, ...after] = readFileSync(pageFile(), "utf8").split(mark);
  return { page: [before, parts.join("\n"), after.join(mark)].join(""), sessions: parts.length, problems };
}

async function filesAt(paths: readonly string[], problems: FolderProblem[]): Promise<string[]> {
  const files = new Set<string>();
  const agentsOf = agentFinder((problem) => problems.push(problem));
  for (const given of paths) {
    if (given === standardInput.main.path) {
      files.add(given);
      continue;
    }
    try {
      const path = pathNamed(given);
      if (!statSync(path).isDirectory())
        for (const file of [path, ...(await agentsOf(path)).map((agent) => agent.path)]) files.add(resolve(file));
      else {
        const sessions = await sessionsBelow(
          path,
          (problem) => problems.push(problem),
          (file) => firstSessionId(file.path),
        );
        if (sessions.length === 0)
          problems.push({ file: path, message: `${path}: no transcript in this folder; name one that holds *.jsonl` });
        for (const { main, agents } of sessions) for (const file of [main, ...agents]) files.add(resolve(file.path));
      }
    } catch (error) {
      problems.push({
        file: given,
        message: messageOf(given, error),
      });
    }
  }
  return [...files];
}

/** The longest folder that all files lie in. */
function commonFolder(files: readonly string[]): string {
  let folder = dirname(files[0] ?? "");
  for (const file of files)
    while (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) folder = dirname(folder);
  return folder;
}

async function gzipped(source: Readable, most: number): Promise<{ content: string; bytes: number }> {
  let bytes = 0;
  source.on("data", (chunk: Buffer | string) => {
    bytes += Buffer.byteLength(chunk);
  });
  const packer = createGzip();
  source.on("error", (error) => packer.destroy(error));
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source.pipe(packer)) {
    chunks.push(chunk);
    length += (chunk.length * 4) / 3;
    if (length > most) {
      source.destroy();
      throw new TranscriptError(
        "wrong-option",
        `these transcripts are too large for one page, which holds ${mostPacked / 1024 / 1024} MB of them packed; name fewer, or run \`tidemark view\` and drop them on the page`,
      );
    }
  }
  return { content: Buffer.concat(chunks).toString("base64"), bytes };
}

/** The name of a page about these paths. */
export const pageName = (paths: readonly string[]): string =>
  paths.length === 1 ? `${basename(paths[0] as string).replace(/\.jsonl$/, "")}.html` : "sessions.html";
