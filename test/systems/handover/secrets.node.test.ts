import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeHandover } from "../../../src/systems.js";
import { madeUpSecrets } from "../../export/made-up-secrets.js";
import { saying } from "../../export/saying.js";
import { temporaryFolder } from "../../node/temporary-folder.js";
import { inFolder, start, talk } from "./in-folder.js";

describe("of 200 secrets of 25 kinds in every field of a transcript", () => {
  test("P5: none is in a note, in the tail, in the name of a file, or in what a summariser gets", async () => {
    const secrets = madeUpSecrets(200);
    const values = secrets.flatMap((one) => one.values);
    const planted = new Set<string>();
    let at = 0;
    for (let turn = 0; turn < 12; turn++) {
      const text = saying(() => secrets[at++ % secrets.length]?.text ?? "").toString();
      at += 7;
      for (const value of values) if (text.includes(JSON.stringify(value).slice(1, -1))) planted.add(value);
      const { write, all, notes, folder } = inFolder(text);
      // It keeps what it got, says all of it again as a note, and says more on standard error.
      await write({ summarisers: ["tee got.txt >&2; echo '## Decisions'; sed 's/^/- /; s/$/ (line 1)/' got.txt"] });
      const seen = all();
      expect(readFileSync(join(notes, "got.txt"), "utf8")).toContain("[line ");
      expect(values.filter((value) => seen.includes(value))).toEqual([]);
      rmSync(folder, { recursive: true });
    }
    expect(planted.size).toBe(values.length);
  });

  test("none becomes the name of a file", async () => {
    for (const { values } of madeUpSecrets(25))
      for (const value of values)
        await writeHandover({ sessionId: `${value}`, transcriptPath: null }, { folder: temporaryFolder() }).then(
          ({ path }) => expect(path).toMatch(/^.*\/[\w-]+\.md$/),
          (error: Error) => expect(error.message).not.toContain(value),
        );
  });

  test("none is in the note of a transcript whose path holds it, or of a command that does", async () => {
    const [secret] = madeUpSecrets(1);
    const { folder, notes, all, write } = inFolder(talk().toString());
    const transcriptPath = join(folder, `${secret?.text}.jsonl`);
    await writeHandover({ sessionId: "5e55", transcriptPath }, { folder: notes });
    expect(all()).toContain("no such file");
    expect(all()).not.toContain(secret?.text);
    await write({ summarisers: [`false ${secret?.text}`] });
    expect(all()).not.toContain(secret?.text);
  });

  test("nor one that control characters or what can't be seen hide", async () => {
    const hidden = ["ghp_", "\u200b", "x7".repeat(18)].join("");
    const { write, all } = inFolder(
      start()
        .prompt(`Decided: ${hidden}`)
        .reply(`\u001b[1mghp_\u001b[0m${"y8".repeat(18)}`)
        .toString(),
    );
    await write();
    expect(all()).not.toMatch(/(?:x7){18}|(?:y8){18}/);
  });
});
