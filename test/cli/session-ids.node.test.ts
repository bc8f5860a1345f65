import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectName } from "../../src/node/known-sessions.js";
import { runCaptured } from "./run-captured.js";
import { first, second, third, withSessions } from "./with-sessions.js";

const here = process.cwd();

describe("a session's id in place of a path", () => {
  test("is found in the standard folder, also by its beginning", async () => {
    await withSessions(
      [
        [here, first],
        [here, second],
        ["/elsewhere", third],
      ],
      async (root) => {
        for (const id of [third, "a1b2", "A1B2C3"]) {
          const path = join(root, projectName("/elsewhere"), `${third}.jsonl`);
          expect(await runCaptured(["returned", id])).toEqual(await runCaptured(["returned", path]));
        }
        const both = await runCaptured(["boundaries", "3f0c8", "a1b2", "--json"]);
        expect([JSON.parse(both.out).length, both.err]).toEqual([2, ""]);
      },
    );
  });

  test("that is none, or of several, is told, and the others are asked", async () => {
    await withSessions(
      [
        [here, first],
        [here, second],
      ],
      async (root) => {
        const { code, out, err } = await runCaptured(["boundaries", "3f0c8", "3f0c", "beef", "--json"]);
        expect([code, JSON.parse(out).length]).toEqual([2, 1]);
        expect(err.split("\n")).toEqual([
          `tidemark: 3f0c: 2 sessions begin so, such as ${first} and ${second}; give more of the id`,
          `tidemark: beef: no such file, and no session in ${root} whose id begins so; tidemark session lists them`,
          "",
        ]);
      },
    );
  });
});

test("the beginning of an id is no verb, and it is told how to report its session", async () => {
  await withSessions([[here, first]], async () => {
    expect((await runCaptured(["3F0C"])).err).toBe(
      "tidemark: 3F0C is no verb; to report the session whose id begins so: tidemark report 3F0C; see tidemark --help\n",
    );
    expect((await runCaptured(["beef"])).err).toBe("tidemark: unknown verb 'beef'; see tidemark --help\n");
  });
});

test.each(["3f", "x", "a session"])("a word that can't begin an id, such as %s, is told what can", async (word) => {
  await withSessions([[here, first]], async () => {
    expect(await runCaptured(["report", word])).toEqual({
      code: 2,
      out: "",
      err: `tidemark: ${word}: no such file; check the path, or give at least three characters of a session's id, which has 0-9, a-f and -\n`,
    });
  });
});

test("an id that two projects have is told with the paths, of which one can be given", async () => {
  await withSessions(
    [
      [here, first],
      ["/elsewhere", first],
    ],
    async (root) => {
      const paths = [here, "/elsewhere"].map((at) => join(root, projectName(at), `${first}.jsonl`)).sort();
      const { code, err } = await runCaptured(["boundaries", "3f0c"]);
      expect([code, err]).toEqual([
        2,
        `tidemark: 3f0c: 2 files have this id, such as ${paths.join(" and ")}; give the path of one\n`,
      ]);
    },
  );
});
