import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { shortPath } from "../../src/cli/short-path.js";
import { projectName } from "../../src/node/known-sessions.js";
import { demoTranscript } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";
import { first, second, third, withSessions } from "./with-sessions.js";

const here = process.cwd();
const inDirectory = (path: string): void => void vi.spyOn(process, "cwd").mockReturnValue(path);

test("the folder of a project is named as Claude Code names it: a dash for each unit that is no letter or digit", () => {
  expect(projectName("/home/dev/my_app.v2")).toBe("-home-dev-my-app-v2");
  expect(projectName("C:\\Users\\dev")).toBe("C--Users-dev");
  // One precomposed letter is one unit, an emoji is two.
  expect(projectName("/e\u0301/\u{1f30a}")).toBe("-----");
});

test("a report names the session for the next call by the beginning of its id, where only it begins so", async () => {
  const noted = `${demoTranscript()}{"type":"user","uu\n`;
  const footer = (out: string): string => out.split("see ")[1]?.replace(/\s+/g, " ").trim() ?? "";
  await withSessions([[here, first, noted]], async (root) => {
    const path = join(root, projectName(here), `${first}.jsonl`);
    expect(footer((await runCaptured(["report", path])).out)).toBe("tidemark check 3f0c8a52");
    expect((await runCaptured(["check", "3f0c8a52"])).code).toBe((await runCaptured(["check", path])).code);
  });
  await withSessions(
    [
      ["/elsewhere", first, noted],
      [here, first, noted],
    ],
    async (root) => {
      const path = join(root, projectName(here), `${first}.jsonl`);
      const { out } = await runCaptured(["report", path], { columns: 300 });
      expect(footer(out)).toBe(`tidemark check ${path}`);
    },
  );
});

describe("the session that is asked without a path", () => {
  test("is the newest of the project of this directory, by whatever verb, and is told", async () => {
    await withSessions(
      [
        [here, first],
        [here, second],
        ["/elsewhere", third],
      ],
      async (root) => {
        const path = join(root, projectName(here), `${second}.jsonl`);
        for (const verb of ["report", "boundaries", "missing", "forecast", "usage"]) {
          const { code, out, err } = await runCaptured([verb]);
          expect([code, out]).toEqual([0, (await runCaptured([verb, path])).out]);
          expect(err).toMatch(
            new RegExp(`^tidemark: newest session of \\S+: ${second}, 6 minutes ago \\(others: .*\\)\n$`),
          );
        }
      },
    );
  });

  test("without a verb is reported", async () => {
    await withSessions([[here, first]], async (root) => {
      const { code, out } = await runCaptured([]);
      expect([code, out]).toEqual([
        0,
        (await runCaptured(["report", join(root, projectName(here), `${first}.jsonl`)])).out,
      ]);
    });
  });

  test("is that of the closest directory above, where this one has none", async () => {
    await withSessions(
      [
        ["/work", first],
        ["/work/tide", second],
        ["/elsewhere", third],
      ],
      async () => {
        inDirectory("/work/tide/src/deep");
        expect((await runCaptured([])).err).toContain(`newest session of /work/tide: ${second}`);
      },
    );
  });

  test("is not that of the home folder, which is above everything: then the newest of all", async () => {
    await withSessions(
      [
        [homedir(), first],
        ["/elsewhere", second],
      ],
      async () => {
        inDirectory(join(homedir(), "tide"));
        expect((await runCaptured([])).err).toContain(
          `newest session of all, as ~/tide has none: ${second}, 5 minutes ago`,
        );
        inDirectory(homedir());
        expect((await runCaptured([])).err).toContain(`newest session of ~: ${first}`);
      },
    );
  });

  test("has more than blank lines: else the one that was written before it is asked", async () => {
    await withSessions(
      [
        [here, first],
        [here, second, "\n \r\n\t\n"],
        [here, third, "\uFEFF\0\0\n"],
      ],
      async () => {
        const { code, err } = await runCaptured(["boundaries"]);
        expect(code).toBe(0);
        expect(err).toContain(`newest session of ${shortPath(here)}: ${first}, 7 minutes ago`);
      },
    );
    await withSessions([[here, first, "\n\n"]], async () => {
      expect(await runCaptured([])).toMatchObject({ code: 2, err: expect.stringContaining("has no session") });
    });
  });

  test("has a line: an empty file is none, nor is a subagent's, nor what is no file", async () => {
    await withSessions(
      [
        [here, first],
        [here, second, ""],
        [here, "agent-a1"],
      ],
      async (root) => {
        mkdirSync(join(root, projectName(here), `${third}.jsonl`));
        expect((await runCaptured([])).err).toContain(first);
      },
    );
  });

  test("of a directory with a very long name is found by the part of it that is kept", async () => {
    const long = `/work/${"tide".repeat(60)}`;
    await withSessions([[here, first]], async (root) => {
      const folder = join(root, `${projectName(long).slice(0, 200)}-1x2y3z`);
      mkdirSync(folder);
      writeFileSync(join(folder, `${second}.jsonl`), demoTranscript());
      inDirectory(long);
      expect((await runCaptured([])).err).toContain(second);
    });
  });

  test("where there is none is told with what to do, and code 2", async () => {
    await withSessions([], async (root) => {
      for (const [args, help] of [
        [[], "tidemark"],
        [["missing"], "tidemark missing"],
        [["survival"], "tidemark survival"],
      ] as const)
        expect(await runCaptured([...args])).toEqual({
          code: 2,
          out: "",
          err: `tidemark: ${root} has no session: name a transcript or a folder, or set CLAUDE_CONFIG_DIR, which leads there, to another folder; see ${help} --help\n`,
        });
    });
  });

  test("where CLAUDE_CONFIG_DIR points to no folder, that is said; where it is not set, that it can be", async () => {
    const told = async (): Promise<string | undefined> =>
      / or set CLAUDE_CONFIG_DIR(.*); see /.exec((await runCaptured(["session"])).err)?.[1];
    process.env.CLAUDE_CONFIG_DIR = "/nope";
    expect(await told()).toBe(" to another folder: the one that it points to is not there");
    await inFolder({}, async (home) => {
      vi.stubEnv("HOME", home);
      delete process.env.CLAUDE_CONFIG_DIR;
      expect(await told()).toBe(" where Claude Code keeps its files elsewhere");
    });
  });
});

test.each([
  ["session"],
  ["survival"],
  ["claims"],
  ["drift"],
  ["lineage"],
  ["usage", "--by", "day"],
  ["forecast", "--score"],
])("%s %s asks all sessions without a path, and says so", async (...args) => {
  await withSessions(
    [
      [here, first],
      ["/elsewhere", third],
    ],
    async (root) => {
      const { code, out, err } = await runCaptured([...args, "--json"]);
      expect([code, out]).toEqual([0, (await runCaptured([...args, root, "--json"])).out]);
      expect(err).toBe(`tidemark: all sessions in ${root}, as no path is named\n`);
    },
  );
});

test.each([
  ["export", "--format", "ndjson", "--table", "session", "--out"],
  ["sql", "select count(*) as n from session"],
])("%s takes the standard folder too", async (...args) => {
  await withSessions(
    [
      [here, first],
      ["/elsewhere", third],
    ],
    async (root) => {
      const { code, out, err } = await runCaptured(args[0] === "export" ? [...args, join(root, "..", "rows")] : args);
      expect([code, out]).toEqual([0, args[0] === "export" ? expect.stringMatching(/^2 sessions, 2 rows/) : "n\n2\n"]);
      expect(err).toContain(`all sessions in ${root}`);
    },
  );
});

test("a file beginning with a dot, as macOS puts beside a copy, is never the newest session", async () => {
  await withSessions(
    [
      [here, first],
      [here, `._${first}`],
    ],
    async (root) => {
      const path = join(root, projectName(here), `${first}.jsonl`);
      const { err, out } = await runCaptured(["boundaries", "--json"]);
      expect(err).toContain(`: ${first}, `);
      expect(out).toBe((await runCaptured(["boundaries", path, "--json"])).out);
    },
  );
});

test("- at a terminal is not waited for", async () => {
  const { code, out, err } = await runCaptured(["report", "-"], { isTTY: true });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe("tidemark: -: standard input is a terminal; give it a transcript, such as with < session.jsonl\n");
});
