import { parseArgs } from "node:util";
import { standardFolder } from "tidemark/node";
import { liveServer } from "./live-server.js";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: standardFolder() },
    port: { type: "string", default: "4700" },
    days: { type: "string", default: "7" },
  },
});

const ended = new AbortController();
// The second time, Node ends the program itself.
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => ended.abort());

try {
  const since = Date.now() - Number(values.days) * 24 * 60 * 60 * 1000;
  const { url, closed } = await liveServer({ ...values, port: Number(values.port), since, signal: ended.signal });
  process.stdout.write(`${url}\n`);
  await closed;
} catch (error) {
  const next = error.code === "EADDRINUSE" ? "; take another with --port" : "";
  process.stderr.write(`live: ${error.message}${next}\n`);
  process.exitCode = 2;
}
