import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const types = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css" };

/** The built page, by the paths under which it is asked for; nothing else of the disk can be. */
export async function pageFiles() {
  const folder = fileURLToPath(new URL("../dist", import.meta.url));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new Error("the page is not built; run npm run build");
  });
  const files = new Map();
  for (const entry of entries) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length).replaceAll(sep, "/"), { type, bytes: await readFile(path) });
  }
  return files.set("/", files.get("/index.html"));
}
