import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { transcript } from "../../src/testing.js";
import { withOtherIds } from "./copies.js";

/** More of a session is written in copies with other ids: one text of it would be longer than a string can be. */
const largestPiece = 100;

/**
 * Writes one generated session of about so many megabytes, with a compaction in every eighth turn or without any. Where it is
 * made of pieces, the running total of dropped tokens starts again with each, which a reader tells as an issue.
 */
export function writeSession(path: string, megabytes: number, { compactions = true } = {}): void {
  const session = generated(Math.min(megabytes, largestPiece) * 1e6, compactions);
  const piece = session.toString();
  writeFileSync(path, piece);
  let last = session.lastUuid;
  for (let copy = 1; statSync(path).size < megabytes * 1e6; copy++) {
    const text = withOtherIds(piece, copy, session.sessionId);
    appendFileSync(path, text.replace('"parentUuid":null', `"parentUuid":${JSON.stringify(last)}`));
    last = withOtherIds(session.lastUuid ?? "", copy);
  }
}

function generated(bytes: number, compactions: boolean) {
  const cwd = "/home/dev/big";
  const session = transcript({ cliVersion: "2.1.285", cwd })
    .hook("SessionStart:startup", { command: "start", stdout: "Rules of the house.\n" })
    .hook("SessionStart:compact", { command: "again", stdout: "Rules of the house.\n" })
    .instructions([{ path: `${cwd}/CLAUDE.md`, content: "Keep the tests green.\n".repeat(50) }])
    .listing(Array.from({ length: 40 }, (_, index) => `skill-${index}`));
  const paragraph = "The tide comes in and goes out again, and what it leaves behind is the mark of it.\n";
  let written = 0;
  for (let turn = 0; written < bytes; turn++) {
    session.prompt(`Go on with part ${turn}.`).reply(paragraph.repeat(10), { thinking: paragraph.repeat(20) });
    for (let step = 0; step < 6; step++) {
      const path = `${cwd}/src/part-${(turn * 7 + step) % 60}.ts`;
      session.read(path, `// ${turn} ${step}\n${paragraph.repeat(250)}`).reply(paragraph.repeat(4));
      session.tool("Bash", { command: `npm test -- ${step}` }, paragraph.repeat(200)).reply("Next.");
    }
    session.edit(`${cwd}/src/part-${turn % 60}.ts`, `// ${turn}`, `// ${turn}.`).reply("Changed.");
    if (turn % 5 === 0) session.skill(`skill-${turn % 40}`, paragraph.repeat(60), { by: "model" }).reply("Done.");
    if (compactions && turn % 8 === 7)
      session.compact({ trigger: turn % 16 === 7 ? "auto" : "manual", summary: paragraph.repeat(120) });
    written += 6 * 2 * 20_000 * 2;
  }
  return session;
}
