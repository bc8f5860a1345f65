import { createServer } from "node:http";
import { listeners } from "./listeners.js";
import { pageFiles } from "./page-files.js";
import { watchSessions } from "./watch-sessions.js";

const headers = {
  // Styles may stand in the page, as Plot puts them into its pictures; scripts may not.
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

/**
 * Serves the page and its stream to this machine alone, until the signal ends it.
 *
 * The address is bound to 127.0.0.1. A page of somewhere else can reach that address too, under a name that it has
 * pointed here: so a request has to call the server by its own name, and no answer allows another origin.
 */
export async function liveServer({ folder, port = 4700, since, signal }) {
  const files = await pageFiles();
  const readers = listeners();
  let hosts = new Set();

  const server = createServer((request, response) => {
    const [path] = request.url.split("?", 1);
    const refuse = (status, why) => response.writeHead(status, { ...headers, "content-type": "text/plain" }).end(why);
    if (!hosts.has(request.headers.host)) return refuse(403, "This server answers under its own name only.\n");
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "There is nothing to write here.\n");
    if (path === "/events") {
      if (request.headers["sec-fetch-site"] === "cross-site") return refuse(403, "The stream is for its own page.\n");
      if (readers.isFull()) return refuse(503, "Too many pages are open.\n");
      response.writeHead(200, { ...headers, "content-type": "text/event-stream" });
      if (request.method === "HEAD") return response.end();
      return readers.add(response);
    }
    const file = files.get(path);
    if (file === undefined) return refuse(404, "There is no such page.\n");
    response.writeHead(200, { ...headers, "content-type": file.type });
    return response.end(request.method === "HEAD" ? undefined : file.bytes);
  });

  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const bound = server.address().port;
  hosts = new Set([`127.0.0.1:${bound}`, `localhost:${bound}`]);

  const closed = watchSessions(folder, { since, signal, onState: readers.put, onRemoved: readers.remove }).finally(
    async () => {
      readers.close();
      const ended = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await ended;
    },
  );
  return { url: `http://127.0.0.1:${bound}`, closed };
}
