import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noteOf } from "../../../src/systems/handover/note.js";
import { deliverHandover, handoverFolder, handoverNotes, writeHandover } from "../../../src/systems.js";
import { put, temporaryFolder } from "../../node/temporary-folder.js";
import { inFolder, linesOf, start, talk } from "./in-folder.js";

describe("the files of notes", () => {
  const modeOf = (path: string) => statSync(path).mode & 0o777;

  test("are for their owner alone, in a folder for its owner alone", async () => {
    const { write, notes } = inFolder(talk().toString());
    await write();
    expect(modeOf(notes)).toBe(0o700);
    for (const name of readdirSync(notes)) expect(modeOf(join(notes, name))).toBe(0o600);
    chmodSync(notes, 0o755);
    await write();
    expect(modeOf(notes)).toBe(0o700);
  });

  test("are not put into a folder that others may look into and that holds more", async () => {
    const { write, notes } = inFolder(talk().toString());
    put(join(notes, "letter.txt"), "Dear all");
    chmodSync(notes, 0o755);
    await expect(write()).rejects.toThrow(/Others may look into/);
    expect(readdirSync(notes)).toEqual(["letter.txt"]);
    expect(modeOf(notes)).toBe(0o755);
  });

  test.each(["a folder", "a file, as in a work tree", "a folder, reached by a link"])(
    "never lie in a repository, where .git is %s",
    async (how) => {
      const { write, notes, folder } = inFolder(talk().toString());
      const repository = join(folder, "repository");
      mkdirSync(repository);
      if (how === "a file, as in a work tree") put(join(repository, ".git"), "gitdir: /elsewhere");
      else mkdirSync(join(repository, ".git"));
      const place = join(repository, "below", "notes");
      if (how.endsWith("link")) symlinkSync(repository, notes);
      await expect(write({ folder: how.endsWith("link") ? notes : place })).rejects.toThrow(
        /lies in the repository .*; name another place/,
      );
      expect(readdirSync(repository)).toEqual([".git"]);
    },
  );

  test("lie in Claude Code's folder, wherever that is", () => {
    const before = process.env.CLAUDE_CONFIG_DIR;
    try {
      process.env.CLAUDE_CONFIG_DIR = "/moved";
      expect(handoverFolder()).toBe("/moved/handovers");
      delete process.env.CLAUDE_CONFIG_DIR;
      expect(handoverFolder()).toMatch(/\/\.claude\/handovers$/);
    } finally {
      if (before !== undefined) process.env.CLAUDE_CONFIG_DIR = before;
    }
  });

  test.each(["", ".", "..", "../x", "a/b", "a\\b", "a\0b", "a.b", "-rf", "x".repeat(200), "潮"])(
    "are not named after the session id %j",
    async (sessionId) => {
      const folder = temporaryFolder();
      await expect(writeHandover({ sessionId, transcriptPath: null }, { folder })).rejects.toThrow(
        /can't be the name of a file/,
      );
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test("take the place of a link, and what it leads to stays as it is", async () => {
    const { write, notes, folder, text } = inFolder(talk().toString());
    const target = join(folder, "target.txt");
    put(target, "mine");
    mkdirSync(notes, { mode: 0o700 });
    symlinkSync(target, join(notes, "5e55.md"));
    await write();
    expect(readFileSync(target, "utf8")).toBe("mine");
    expect(text()).toContain("# Hand-over");
  });

  test("under the name of another session are given to nobody", async () => {
    const { write, notes } = inFolder(talk().toString());
    await write();
    cpSync(join(notes, "5e55.md"), join(notes, "0ther.md"));
    const { text } = await deliverHandover({ sessionId: "0ther", transcriptPath: null }, { folder: notes });
    expect(text).not.toContain("blue");
    expect(handoverNotes(notes).map(({ note }) => note.head.sessionId)).toEqual(["5e55"]);
  });

  test("are removed after 30 days, and nothing else is", async () => {
    const { write, notes, folder } = inFolder(talk().toString());
    await write();
    for (const end of ["md", "tail.txt"]) cpSync(join(notes, `5e55.${end}`), join(notes, `01d.${end}`));
    cpSync(join(notes, "5e55.md"), join(notes, "01d.md.00000000-0000-4000-8000-000000000000"));
    cpSync(join(notes, "5e55.md"), join(notes, "letter.html"));
    put(join(notes, "diary.md"), "# Mine");
    put(join(folder, "elsewhere.md"), "x");
    symlinkSync(join(folder, "elsewhere.md"), join(notes, "link.md"));
    const old = new Date(Date.now() - 31 * 24 * 3600 * 1000);
    for (const name of readdirSync(notes)) if (name !== "link.md") utimesSync(join(notes, name), old, old);
    await write();
    expect(readdirSync(notes).sort()).toEqual(["5e55.md", "5e55.tail.txt", "diary.md", "letter.html", "link.md"]);
  });

  test("of seventeen sessions and of two hooks for the same one don't disturb each other", async () => {
    const { folder, notes } = inFolder(null);
    const sessions = Array.from({ length: 17 }, (_, at) => {
      const transcriptPath = join(folder, `s${at}.jsonl`);
      writeFileSync(transcriptPath, start().prompt(`Decided: colour ${at}.`).reply("Done.").toString());
      return { sessionId: `s${at}`, transcriptPath };
    });
    await Promise.all(
      [...sessions, ...sessions].map((session) => writeHandover(session, { folder: notes, cache: false })),
    );
    expect(readdirSync(notes)).toHaveLength(34);
    for (const { sessionId } of sessions) {
      const note = noteOf(readFileSync(join(notes, `${sessionId}.md`), "utf8"));
      expect(note && linesOf(note, "Decisions").map(([text]) => text)).toEqual([
        `~ user: Decided: colour ${sessionId.slice(1)}.`,
      ]);
    }
  });

  test("on a full disk the note that is there stays whole, and the error is told", async () => {
    const { write, text, notes, says } = inFolder(talk().toString());
    await write();
    const before = text();
    says(talk().prompt("Decided: red.").toString());
    const full = () => {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    await expect(write({ write: full })).rejects.toThrow("ENOSPC");
    expect(text()).toBe(before);
    const onlyNote = (path: string, content: string) => (path.endsWith(".md") ? writeFileSync(path, content) : full());
    expect(await write({ write: onlyNote })).toMatchObject({
      outcome: "written",
      problems: [expect.stringContaining("ENOSPC")],
    });
    expect(readdirSync(notes).sort()).toEqual(["5e55.md", "5e55.tail.txt"]);
  });

  test.skipIf(!existsSync("/proc/self"))("where the system has no such folder to give, the error is told", async () => {
    const { write } = inFolder(talk().toString());
    await expect(write({ folder: "/proc/none/notes" })).rejects.toThrow("ENOENT");
  });

  test("where the folder can't be made, the error is told", async () => {
    const { write, notes } = inFolder(talk().toString());
    put(notes, "a file");
    await expect(write()).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});
