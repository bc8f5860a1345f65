import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Transcript, transcript } from "../../src/testing.js";

const cliVersion = "2.1.285";
const cwd = "/home/dev/tide";

/** One manual compaction between two requests of known size. */
function counted(): Transcript {
  return transcript({ cliVersion, ambient: false, seed: 1, start: "2026-10-01T09:00:00Z", cwd })
    .prompt("Count.")
    .reply("One.", { usage: { input: 10, output: 100, cacheRead: 1_000, cacheWrite: 500 } })
    .compact({ trigger: "manual", preTokens: 1_610, postTokens: 400, durationMs: 5_000, keep: 0 })
    .prompt("Go on.")
    .reply("Two.", { usage: { input: 20, output: 200, cacheRead: 0, cacheWrite: 2_000 } });
}

/** The same session under a new id, with one request more. */
const forked = (): Transcript =>
  counted()
    .exit()
    .fork()
    .prompt("Elsewhere.")
    .reply("Three.", { usage: { input: 1, output: 7, cacheRead: 2, cacheWrite: 3 } });

/** A skill that comes back whole, one that is over its limit, and a hook that fails. */
const withSkills = (): Transcript =>
  transcript({ cliVersion, ambient: false, seed: 2, start: "2026-10-05T09:00:00Z", cwd: "/home/dev/pier" })
    .prompt("Deploy, naïvely: 🌊 \"quoted\", 'once', =1+1")
    .skill("deploy", "Tag first.")
    .skill("long", "Rule.\n".repeat(5_000))
    .hook("PostToolUse:Write", { command: "lint.sh", stderr: "no", exitCode: 1 })
    .reply("Done.")
    .compact()
    .prompt("On.")
    .reply("Done.");

/** A skill of a process that has ended. */
const inTwoProcesses = (): Transcript =>
  transcript({ cliVersion, ambient: false, seed: 3, start: "2026-10-06T09:00:00Z", cwd: "/home/dev/pier" })
    .prompt("Review.")
    .skill("review", "Read twice.")
    .exit()
    .resume()
    .prompt("On.")
    .reply("Done.")
    .compact();

/** Seven files that a tool showed or wrote, of which five come back; the seventh are instructions whose old copy comes back. */
const withFiles = (): Transcript =>
  transcript({ cliVersion, seed: 4, start: "2026-10-07T09:00:00Z", cwd: "/home/dev/pier" })
    .instructions([{ path: "/home/dev/pier/CLAUDE.md", content: "Use tabs.\n" }])
    .prompt("Read.")
    .reply("Reading.")
    .read("/home/dev/pier/a.ts", "a\n")
    .read("/home/dev/pier/b.ts", "b\n")
    .read("/home/dev/pier/c.ts", "c\n")
    .read("/home/dev/pier/d.ts", "d\n")
    .read("/home/dev/pier/é.ts", "e\n")
    .read("/home/dev/pier/f.ts", "f\n")
    .edit("/home/dev/pier/CLAUDE.md", "tabs", "spaces")
    .subagent("look", (agent) => agent.prompt("Look.").reply("Looked."))
    .reply("Read.")
    .compact()
    .prompt("On.")
    .reply("Done.");

/** Writes a small history, as it lies in a folder of projects: a fork, and a copy in another folder, among it. */
export function writeHistory(root: string): void {
  write(root, "-home-dev-tide", counted().files());
  write(root, "-home-dev-tide", forked().files());
  write(root, "-mnt-backup", counted().files());
  for (const session of [withSkills(), inTwoProcesses(), withFiles()]) write(root, "-home-dev-pier", session.files());
}

/** Writes copies that hold less than the original: one before a boundary, and a fork without the counts of messages. */
export function writeCopies(root: string): void {
  const session = withSkills();
  const [[path = "", text = ""] = []] = [...session.files()];
  const end = text.split("\n").findIndex((line) => line.includes("compact_boundary"));
  write(root, "-home-dev-able", [[path, text.split("\n").slice(0, end).join("\n")]]);
  write(root, "-home-dev-pier", [...session.files(), ...withoutCounts(session.fork())]);
}

const withoutCounts = (session: Transcript): [string, string][] =>
  [...session.files()].map(([path, text]) => [path, text.replaceAll(/"([a-z_]+_tokens)":\d+/g, '"$1":0')]);

function write(root: string, project: string, files: Iterable<[string, string]>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, project, path)), { recursive: true });
    writeFileSync(join(root, project, path), text);
  }
}
