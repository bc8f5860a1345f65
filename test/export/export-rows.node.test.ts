import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { tableFromIPC } from "@uwdata/flechette";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportRows } from "../../src/node/export-rows.js";
import { openTimeline } from "../../src/node.js";
import { transcript } from "../../src/testing.js";
import { temporaryFolder } from "../node/temporary-folder.js";
import { writeHistory } from "../sql/history.js";

let root = "";
let history = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "export-"));
  history = join(root, "projects");
  writeHistory(history);
});
afterAll(() => rmSync(root, { recursive: true }));

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

type Line = Record<string, string | number | boolean | null>;
const linesIn = (folder: string, table: string): Line[] =>
  filesIn(join(folder, table)).flatMap((file) =>
    readFileSync(join(folder, table, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Line),
  );
const hashOf = (folder: string): string[] =>
  filesIn(folder).map(
    (file) =>
      `${file} ${createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex")}`,
  );

describe("an export", () => {
  test("lies by table, day and project, one file for each session", async () => {
    const out = join(root, "layout");
    await exportRows(history, { out, format: "ndjson", redact: false, tables: ["session"] });
    const fork = filesIn(join(history, "-home-dev-tide")).find(
      (name) => !filesIn(join(history, "-mnt-backup")).includes(name),
    );
    expect(filesIn(out)).toContain("export.json");
    expect(filesIn(join(out, "session/day=2026-10-01/project=-home-dev-tide"))).toContainEqual(
      expect.stringMatching(new RegExp(`^part-${fork?.replace(".jsonl", "")}\\.\\d+-[0-9a-f]{8}\\.ndjson$`)),
    );
    expect(filesIn(out)).toHaveLength(7);
  });

  test("that is made again changes no byte", async () => {
    const out = join(root, "again");
    const first = await exportRows(history, { out, format: "parquet" });
    const before = hashOf(out);
    const second = await exportRows(history, { out, format: "parquet" });
    expect(hashOf(out)).toEqual(before);
    expect(second).toEqual({ ...first, written: 0, unchanged: first.written });
    expect(first).toMatchObject({ sessions: 6, problems: [], removed: 0 });
  });

  test("with an index passes over what has not changed, and writes what an export of everything writes", async () => {
    const folder = join(root, "indexed");
    const cache = join(root, "indexed-cache");
    const out = join(root, "indexed-out");
    writeHistory(folder);
    const options = { out, format: "ndjson", index: cache } as const;
    const asWhole = async (name: string) => {
      await exportRows(folder, { out: join(root, name), format: "ndjson" });
      return hashOf(join(root, name));
    };
    await setTimeout(150);
    const first = await exportRows(folder, options);
    expect(await exportRows(folder, options)).toEqual({ ...first, written: 0, unchanged: first.written });

    const [note = ""] = filesIn(cache);
    const { purpose, sessions } = JSON.parse(readFileSync(join(cache, note), "utf8"));
    expect(sessions).toHaveLength(first.sessions);
    // A number that no session has shows that the others were not read.
    for (const [, session] of sessions.slice(1)) session.rows = 1_000_000;
    const [[file, { days, project, part }]] = sessions;
    writeFileSync(join(cache, note), JSON.stringify({ purpose, sessions }));
    appendFileSync(join(folder, file), "no JSON\n");
    rmSync(join(out, "usage", `day=${Object.keys(days.usage)[0]}`, `project=${project}`, `${part}.ndjson`));
    const { rows, written } = await exportRows(folder, options);
    expect(rows).toBeGreaterThan(5_000_000);
    expect(written).toBeGreaterThanOrEqual(2);
    expect(hashOf(out)).toEqual(await asWhole("indexed-changed"));

    writeFileSync(join(cache, note), "damaged");
    expect((await exportRows(folder, options)).rows).toBeLessThan(5_000_000);
    const [[, lost]] = JSON.parse(readFileSync(join(cache, note), "utf8")).sessions;
    rmSync(
      join(out, "usage", `day=${Object.keys(lost.days.usage)[0]}`, `project=${lost.project}`, `${lost.part}.ndjson`),
    );
    expect(await exportRows(folder, options)).toMatchObject({ written: 1 });
    await exportRows(folder, { ...options, tables: ["usage"] });
    expect(hashOf(out)).toEqual(await asWhole("indexed-again"));
  });

  test("with an index writes again what somebody has altered, and does not call it unchanged", async () => {
    const folder = join(root, "altered");
    const out = join(root, "altered-out");
    const options = {
      out,
      format: "ndjson",
      index: join(root, "altered-cache"),
      tables: ["usage", "session"],
    } as const;
    writeHistory(folder);
    await setTimeout(150);
    const first = await exportRows(folder, options);
    const whole = hashOf(out);
    const part = join(out, filesIn(out).find((name) => name.startsWith("usage")) as string);
    for (const damage of ["garbage\n", readFileSync(part, "utf8").replace("observed", "surmised")]) {
      writeFileSync(part, damage);
      expect(await exportRows(folder, options)).toEqual({ ...first, written: 1, unchanged: first.written - 1 });
      expect(hashOf(out)).toEqual(whole);
    }
  });

  test("replaces what a session that has grown had before", async () => {
    const folder = join(root, "grown", "-home-dev-tide");
    const out = join(root, "grown-out");
    const session = transcript({ cliVersion: "2.1.285", start: "2026-10-01T23:00:00Z" }).prompt("go").reply("One.");
    const file = join(folder, `${session.sessionId}.jsonl`);
    const write = () => {
      for (const [path, text] of session.files()) writeFileSync(join(folder, path), text);
    };
    mkdirSync(folder, { recursive: true });
    write();
    await exportRows(join(root, "grown"), { out, format: "ndjson" });
    expect(linesIn(out, "usage")).toHaveLength(1);
    session
      .wait(2 * 3_600_000)
      .prompt("more")
      .reply("Two.");
    write();
    const { removed } = await exportRows(join(root, "grown"), { out, format: "ndjson" });
    expect(linesIn(out, "usage").map(({ day }) => day)).toEqual(["2026-10-01", "2026-10-02"]);
    expect(
      linesIn(out, "session").map(({ day }) => day),
      "the session's last day has moved",
    ).toEqual(["2026-10-02"]);
    expect(removed).toBeGreaterThan(0);
    expect(await openTimeline(file)).toMatchObject({ sessionId: session.sessionId });
  });

  test("gives the same fact in a fork and in a copied file the same id", async () => {
    const out = join(root, "ids");
    await exportRows(history, { out, format: "ndjson", redact: false });
    const inTide = linesIn(out, "usage").filter(({ project }) => project !== "-home-dev-pier");
    expect(inTide).toHaveLength(7);
    expect(new Set(inTide.map(({ row_id }) => row_id)).size).toBe(3);
    for (const table of ["boundaries", "returned", "missing", "turns", "messages"]) {
      const rows = linesIn(out, table).filter(({ project }) => project !== "-home-dev-pier");
      const byFact = new Map<unknown, Set<unknown>>();
      for (const { evidence_uuid, item, name, row_id } of rows) {
        const fact = JSON.stringify([evidence_uuid, item, name]);
        byFact.set(fact, (byFact.get(fact) ?? new Set()).add(row_id));
      }
      expect(
        [...byFact.values()].every((ids) => ids.size === 1),
        table,
      ).toBe(true);
      expect(new Set(rows.map(({ row_id }) => row_id)).size, table).toBe(byFact.size);
    }
  });

  test("never has an id twice in one session", async () => {
    const out = join(root, "unique");
    await exportRows(history, { out, format: "ndjson" });
    for (const table of readdirSync(out).filter((name) => name !== "export.json"))
      for (const file of filesIn(join(out, table))) {
        const ids = readFileSync(join(out, table, file), "utf8").match(/"row_id":"\w+"/g) ?? [];
        expect(new Set(ids).size, `${table}/${file}`).toBe(ids.length);
      }
  });

  test("is redacted by default: no text, no home directory, no secret", async () => {
    const folder = join(root, "secret", "-home-alice-work");
    const token = `ghp_${"Ab1".repeat(12)}`;
    const session = transcript({ cliVersion: "2.1.285", cwd: "/home/alice/work" })
      .prompt("A word that nobody else should read: marzipan")
      .skill("deploy", "Tag first.", { args: "marzipan" })
      .read(`/home/alice/work/${token}/marzipan.ts`, "marzipan body\n")
      .reply("Marzipan it is.")
      .compact()
      .prompt("On.")
      .reply("Done.");
    mkdirSync(folder, { recursive: true });
    for (const [path, text] of session.files()) writeFileSync(join(folder, path), text);
    const out = join(root, "redacted");
    await exportRows(join(root, "secret"), { out, format: "ndjson" });
    const all = filesIn(out)
      .map((file) => `${file}\n${readFileSync(join(out, file), "utf8")}`)
      .join("\n");
    expect(all).not.toContain("alice");
    expect(all).not.toContain(token);
    expect(all.replaceAll("marzipan.ts", "")).not.toMatch(/marzipan/i);
    expect(linesIn(out, "tools").map(({ path }) => path)).toContain("~/work/[redacted: github token]/marzipan.ts");
    expect(linesIn(out, "turns")[0]).toMatchObject({
      prompt: null,
      text: null,
      project: expect.stringMatching(/^-_-work-/),
    });
  });

  test("keeps no part of a person's name that a folder spells in another way", async () => {
    const session = transcript({ cliVersion: "2.1.285", cwd: "C:\\Users\\Jane van Doe\\tide" })
      .prompt("Go.")
      .read("C:\\Users\\Jane van Doe\\tide\\a.ts", "a\n")
      .reply("Done.");
    const files = [...session.files()].map(([path, text]): [string, string] => [
      `C--Users-Jane-van-Doe-tide/${path}`,
      text,
    ]);
    const out = temporaryFolder();
    await exportRows(temporaryFolder(files), { out, format: "ndjson" });
    const all = filesIn(out).map((file) => `${file}\n${readFileSync(join(out, file), "utf8")}`);
    expect(all.join("\n")).not.toMatch(/jane|doe\b/i);
    expect(linesIn(out, "session")[0]).toMatchObject({ home: "~\\tide", project: expect.stringMatching(/^-_-tide-/) });
  });

  test("holds the same values in Parquet and Arrow as in NDJSON", async () => {
    const rows = async (format: "ndjson" | "parquet" | "arrow") => {
      const out = join(root, `same-${format}`);
      await exportRows(history, { out, format, redact: false });
      return filesIn(out)
        .filter((file) => file.endsWith(format))
        .map((file) => ({ name: file.replace(/\.\w+$/, ""), bytes: readFileSync(join(out, file)) }));
    };
    const ndjson = (await rows("ndjson")).map(({ name, bytes }) => ({
      name,
      lines: bytes
        .toString()
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Line),
    }));
    const arrow = (await rows("arrow")).map(({ name, bytes }) => ({ name, lines: tableFromIPC(bytes).toArray() }));
    expect(arrow).toEqual(ndjson);
    const parquet = await rows("parquet");
    expect(parquet.map(({ name }) => name)).toEqual(ndjson.map(({ name }) => name));
    for (const [at, { bytes }] of parquet.entries()) {
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      const lines = await parquetReadObjects({ file: file as ArrayBuffer });
      const plain = lines.map((line) =>
        Object.fromEntries(
          Object.entries(line).map(([key, one]) => [key, typeof one === "bigint" ? Number(one) : one]),
        ),
      );
      expect(plain).toEqual(ndjson[at]?.lines);
    }
  });

  test("goes on where a transcript can't be read as one", async () => {
    const folder = join(root, "damaged");
    writeHistory(folder);
    appendFileSync(join(folder, "-mnt-backup", "broken.jsonl"), "\0\0{not json\n");
    const { problems, sessions } = await exportRows(folder, { out: join(root, "damaged-out"), tables: ["checks"] });
    expect(sessions + problems.length).toBe(7);
  });

  test("is not mixed with one of another format, or with one that is not redacted", async () => {
    const out = join(root, "mixed");
    await exportRows(history, { out, format: "ndjson", tables: ["session"] });
    await expect(exportRows(history, { out, format: "csv", tables: ["session"] })).rejects.toThrow(
      /format ndjson, not csv/,
    );
    await expect(exportRows(history, { out, format: "ndjson", redact: false, tables: ["session"] })).rejects.toThrow(
      /redacted true, not false/,
    );
  });

  test("of two that begin at the same time and are not of one kind, one is refused and the other is whole", async () => {
    for (let time = 0; time < 5; time++) {
      const out = temporaryFolder();
      const kinds = [{ redact: true }, { redact: false }];
      const ends = await Promise.allSettled(
        kinds.map((kind) => exportRows(history, { out, format: "ndjson", tables: ["turns"], ...kind })),
      );
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(ends.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "wrong-option" } });
      const kept = ends[0]?.status === "fulfilled";
      expect(JSON.parse(readFileSync(join(out, "export.json"), "utf8"))).toMatchObject({ redacted: kept });
      expect(new Set(linesIn(out, "turns").map(({ prompt }) => prompt === null))).toEqual(new Set([kept]));
      expect(filesIn(out).filter((file) => file.endsWith(".tmp"))).toEqual([]);
    }
  });

  test("of two that begin at the same time and are of one kind, both are written", async () => {
    const out = join(temporaryFolder(), "new");
    const options = { out, format: "ndjson", tables: ["session"] } as const;
    const [one, two] = await Promise.all([exportRows(history, options), exportRows(history, options)]);
    expect(two.rows).toBe(one.rows);
  });

  test("of an unknown format or table, or of no folder, says what to do", async () => {
    const out = join(root, "wrong");
    await expect(exportRows(history, { out, format: "xlsx" as "csv" })).rejects.toThrow(/take one of/);
    await expect(exportRows(history, { out, tables: ["__proto__" as "usage"] })).rejects.toThrow(
      /is no table; there are/,
    );
    await expect(exportRows(join(root, "nowhere"), { out, format: "csv" })).rejects.toThrow(/no such folder/);
  });
});
