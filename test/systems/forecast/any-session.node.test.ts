import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { forecast, readTimeline } from "../../../src/node.js";
import { hookInput, keepForecast, lossesOf, lossLine, statusLine, stopWarning } from "../../../src/systems.js";
import { temporaryFolder } from "../../node/temporary-folder.js";
import { arbitrarySession } from "../../testing/arbitrary-session.js";

const faults = ["torn-line", "wrong-field", "no-newline", "incomplete-tail"] as const;

test("of any session the line is one of plain signs, counts what the forecast says, and stays until the file changes", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "session.jsonl");
  const cache = join(folder, "cache");
  const input = { sessionId: "5e55", transcriptPath: path };
  await fc.assert(
    fc.asyncProperty(arbitrarySession({ maxSteps: 20, faults }), async (session) => {
      const text = session.toString();
      writeFileSync(path, text);
      const { line, at } = await keepForecast("5e55", path, { cache });
      expect(line).toMatch(/^compaction would lose: [\w ,;:]+$/);
      const timeline = await readTimeline(text);
      const compactions = timeline.events.filter((event) => event.kind === "boundary").length;
      if (compactions < 2) expect(line).toBe(lossLine(lossesOf(forecast(timeline)), true));
      expect(statusLine(input, at, cache)).toMatchObject({ line, outdated: false });
      appendFileSync(path, "\n");
      expect(statusLine(input, at, cache)).toMatchObject({ line: `${line} (0 s ago)`, outdated: true });
    }),
    { numRuns: 60 },
  );
});

test("of any session a warning is lines of harmless text, and the second one is none", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "session.jsonl");
  const cache = join(folder, "cache");
  const input = hookInput(JSON.stringify({ session_id: "5e55", transcript_path: path }));
  if (input === null) throw new Error("is no input");
  await fc.assert(
    fc.asyncProperty(arbitrarySession({ maxSteps: 20, faults }), fc.string(), async (session, more) => {
      rmSync(cache, { recursive: true, force: true });
      writeFileSync(path, session.prompt(`Decided: ${more} it is.`).reply(`Is it ${more}?`).toString());
      const options = { cache, at: 0, window: 1 };
      const first = await stopWarning(input, options);
      if (first !== null) {
        const [head, ...lines] = first.split("\n");
        expect(head).toMatch(/^The context is \d+ % full \(\d+ of 1 tokens\)\. A compaction now would lose:$/);
        for (const line of lines)
          expect(line).toMatch(/^(- (skill|decision|(\d+ )?open question|and \d+ more)|What is to stay)/);
        expect(lines.join("")).not.toMatch(/\p{Cc}/u);
      }
      expect(await stopWarning(input, options)).toBeNull();
    }),
    { numRuns: 60 },
  );
});
