import { readdirSync } from "node:fs";
import { join } from "node:path";
import { library } from "../built.js";

/** Answers one question about a folder or file with this library, as JSON: `node ours.mjs QUESTION PATH`. */
const { fileSource, messages, openTimeline, readEntries } = library;
const [question = "", path = ""] = process.argv.slice(2);

const transcriptsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(folder, name));

async function lines(): Promise<number> {
  let count = 0;
  for (const file of transcriptsBelow(path))
    for await (const batch of readEntries(fileSource(file), { bodies: "lazy" }))
      for (const some of Object.values(batch.lines)) count += some;
  return count;
}

async function boundaryRecords(): Promise<unknown[]> {
  const uuids: unknown[] = [];
  for (const file of transcriptsBelow(path))
    for await (const batch of readEntries(fileSource(file), { kinds: ["system/compact_boundary"] }))
      for (const { entry } of batch.entries) uuids.push(entry.uuid);
  return uuids;
}

const messageIds = async (): Promise<string[]> => messages(await openTimeline(path)).map((row) => row.messageId);

const answers: Record<string, () => Promise<unknown>> = { lines, boundaryRecords, messageIds };
const answer = answers[question];
if (answer === undefined) throw new Error(`No question is called ${question}.`);
console.log(JSON.stringify(await answer()));
