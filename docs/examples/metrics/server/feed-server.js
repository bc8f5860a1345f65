import { createServer } from "node:http";
import { relative } from "node:path";
import { followFolder, openTimelines } from "tidemark/node";
import { history } from "./history.js";
import { metricsOf } from "./metrics.js";

const headers = { "x-content-type-options": "nosniff", "cache-control": "no-store" };

/**
 * Serves what a folder of transcripts holds as Prometheus text and as rows of JSON, to this machine alone.
 *
 * The address is bound to 127.0.0.1. A page of somewhere else can reach that address too, under a name that it has
 * pointed here: so a request has to call the server by its own name, and no answer allows another origin.
 */
export async function feedServer({ folder, port = 4701, since, sessions = false, signal }) {
  const seen = history();
  const metrics = metricsOf(seen, { sessions });
  const pages = {
    "/metrics": async () => ({ type: metrics.contentType, body: await metrics.metrics() }),
    ...Object.fromEntries(
      Object.entries(seen.tables).map(([name, rows]) => [
        `/rows/${name}.json`,
        async () => ({ type: "application/json", body: JSON.stringify(rows()) }),
      ]),
    ),
  };
  let hosts = new Set();
  let isRead = false;

  const server = createServer(async (request, response) => {
    const [path] = request.url.split("?", 1);
    const refuse = (status, why) => response.writeHead(status, { ...headers, "content-type": "text/plain" }).end(why);
    if (!hosts.has(request.headers.host)) return refuse(403, "This server answers under its own name only.\n");
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "There is nothing to write here.\n");
    if (!Object.hasOwn(pages, path)) return refuse(404, `There are:\n${Object.keys(pages).join("\n")}\n`);
    // Half of a history would look like a sudden rise with the next scrape.
    if (!isRead) return refuse(503, "The transcripts are still being read; ask again in a while.\n");
    try {
      const { type, body } = await pages[path]();
      response.writeHead(200, { ...headers, "content-type": type }).end(request.method === "HEAD" ? undefined : body);
    } catch (error) {
      process.stderr.write(`metrics: ${error.stack}\n`);
      refuse(500, "The answer could not be made; standard error says why.\n");
    }
  });

  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const bound = server.address().port;
  hosts = new Set([`127.0.0.1:${bound}`, `localhost:${bound}`]);

  const closed = watch().finally(async () => {
    const ended = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await ended;
  });
  return { url: `http://127.0.0.1:${bound}`, closed };

  async function watch() {
    const onError = ({ message }) => {
      seen.fail();
      process.stderr.write(`metrics: ${message}\n`);
    };
    const begun = Date.now();
    try {
      for await (const timeline of openTimelines(folder, { since, signal, onError }))
        seen.put(timeline.files[0].name, timeline);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    isRead = true;
    for await (const event of followFolder(folder, { since: begun, signal })) {
      if (event.type === "removed") seen.forget(relative(folder, event.file));
      else if (event.type === "error") onError(event);
      else seen.put(relative(folder, event.file), event.timeline);
    }
  }
}
