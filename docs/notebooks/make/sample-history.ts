import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { demo } from "../../../fixtures/demo.js";
import { type Transcript, transcript } from "../../../src/testing.js";

const cliVersion = "2.1.285";

/** A day of work with three compactions: the context grows, skills are used, of one the body is over the limit. */
function longDay(): Transcript {
  const cwd = "/home/dev/harbour";
  const session = transcript({ cliVersion, cwd, start: "2026-10-05T08:00:00Z", seed: 21 })
    .instructions([{ path: `${cwd}/CLAUDE.md`, content: "# Harbour\n\nTimes are UTC.\n" }])
    .listing({ migrate: "Writes a migration.", style: "How code looks here.", review: "Reads a change." })
    .hook("SessionStart:compact", { command: "cat .claude/keep.md", stdout: "Keep: migrations have a way back.\n" })
    .prompt("Move the berths to the new schema.")
    .skill("style", "Write short functions.\n".repeat(1_200))
    .skill("migrate", "Each migration has a way back.\n".repeat(40));
  for (const part of [1, 2, 3]) {
    for (let step = 1; step <= 6; step++) {
      const file = `${cwd}/src/part-${part}-step-${step}.ts`;
      session
        .read(file, `export const step = ${step};\n`)
        .edit(file, "step =", "berth =")
        .reply(`Step ${step} of part ${part} is done.`, {
          usage: { input: 4, output: 320, cacheRead: 20_000 + step * 21_000, cacheWrite: 9_000 },
        })
        .wait(240_000);
    }
    session.compact({ trigger: "auto", summary: `Part ${part} of 3 is moved.`, durationMs: 90_000 + part * 10_000 });
    if (part === 2) session.skill("review", "Read each change twice.\n", { by: "user" });
    session
      .prompt("Go on.")
      .reply("Going on.", { usage: { input: 4, output: 40, cacheRead: 11_000, cacheWrite: 16_000 } });
  }
  return session.prompt("Thanks.").reply("All parts are moved.");
}

/** A skill that is invoked in one process, and compacted in the next. */
function resumed(): Transcript {
  const cwd = "/home/dev/lantern";
  return transcript({ cliVersion, cwd, start: "2026-10-06T13:00:00Z", seed: 22, entrypoint: "sdk-cli" })
    .instructions([{ path: `${cwd}/CLAUDE.md`, content: "# Lantern\n" }])
    .listing({ review: "Reads a change." })
    .prompt("Review the last change.")
    .skill("review", "Read each change twice.\n")
    .read(`${cwd}/src/light.ts`, "export const light = 1;\n")
    .reply("One line is unclear.", { usage: { input: 4, output: 210, cacheRead: 9_000, cacheWrite: 12_400 } })
    .exit()
    .resume()
    .compact({ trigger: "manual", preTokens: 21_600, postTokens: 2_100, summary: "A review found one unclear line." })
    .prompt("Make it clear.")
    .reply("Done.", { usage: { input: 4, output: 90, cacheRead: 9_000, cacheWrite: 6_000 } });
}

/** A short session of an older version, without a compaction. */
const short = (): Transcript =>
  transcript({ cliVersion: "2.1.112", cwd: "/home/dev/lantern", start: "2026-09-28T10:00:00Z", seed: 23 })
    .prompt("What does light do?")
    .reply("It counts.", { usage: { input: 4, output: 60, cacheRead: 0, cacheWrite: 14_000 } });

/** Writes an invented history of four sessions, as it lies in a folder of projects. */
export function writeSampleHistory(root: string): void {
  const projects = { harbour: [longDay()], lantern: [resumed(), short()], shop: [demo()] };
  for (const [project, sessions] of Object.entries(projects))
    for (const [path, text] of sessions.flatMap((session) => [...session.files()])) {
      const file = join(root, `-home-dev-${project}`, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
}
