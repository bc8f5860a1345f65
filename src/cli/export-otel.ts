import { plural } from "../show/count.js";
import { harmlessJson } from "./print-json.js";
import { progressBar } from "./progress-bar.js";
import { requireFolder } from "./require-folder.js";
import { complain, type Terminal } from "./terminal.js";
import { tried } from "./tried.js";

/** As shells say of a program that Ctrl-C ended. */
const endedByPerson = 130;

/** Sends the sessions of a folder to a collector; gives the exit code. */
export async function exportToCollector(
  named: string | undefined,
  { otel: url, names = false, json = false }: { otel: string; names?: boolean; json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const { interrupted } = terminal;
  const bar = progressBar(terminal);
  try {
    return await tried(terminal, async () => {
      const [{ folderAsked }, { exportOtel }] = await Promise.all([
        import("./paths-asked.js"),
        import("../systems/otel/export-otel.js"),
      ]);
      const options = { url, names, signal: interrupted, onProgress: bar.show };
      const folder = folderAsked(named, terminal);
      requireFolder(folder);
      const done = await exportOtel(folder, options).finally(bar.clear);
      for (const { message } of done.problems) complain(terminal, message);
      for (const part of done.refused) complain(terminal, `the collector did not take all: ${part}`);
      terminal.stdout.write(json ? `${harmlessJson(JSON.stringify(done))}\n` : `${shown(done)}\n`);
      return done.problems.length === 0 && done.refused.length === 0;
    });
  } catch (error) {
    if (interrupted.aborted) return endedByPerson;
    throw error;
  }
}

function shown(done: {
  sessions: number;
  spans: number;
  compactions: number;
  untimed: number;
  repeated: number;
}): string {
  const sent = [plural(done.spans, "span"), plural(done.compactions, "compaction")].join(" and ");
  const rest = [
    done.repeated > 0 ? `${plural(done.repeated, "copy", "copies")} not sent again` : null,
    done.untimed > 0 ? `${done.untimed} without a time not sent` : null,
  ].filter((part) => part !== null);
  return `${plural(done.sessions, "session")}: ${sent} sent${rest.length > 0 ? `, ${rest.join(", ")}` : ""}`;
}
