import { parseArgs } from "node:util";
import { standardFolder } from "tidemark/node";
import { feedServer } from "./feed-server.js";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: standardFolder() },
    port: { type: "string", default: "4701" },
    days: { type: "string", default: "30" },
    sessions: { type: "boolean", default: false },
  },
});

const ended = new AbortController();
// The second time, Node ends the program itself.
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => ended.abort());

try {
  const since = Date.now() - Number(values.days) * 24 * 60 * 60 * 1000;
  const { url, closed } = await feedServer({ ...values, port: Number(values.port), since, signal: ended.signal });
  process.stdout.write(`${url}/metrics\n`);
  await closed;
} catch (error) {
  const next = error.code === "EADDRINUSE" ? "; take another with --port" : "";
  process.stderr.write(`metrics: ${error.message}${next}\n`);
  process.exitCode = 2;
}
