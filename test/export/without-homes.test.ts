import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutHomes } from "../../src/export/without-homes.js";
import { readTimeline } from "../../src/index.js";
import { transcript } from "../../src/testing.js";

/** What hides the homes for a session that worked in this directory. */
async function workingIn(cwd: string): Promise<(text: string) => string> {
  return withoutHomes(await readTimeline(transcript({ cliVersion: "2.1.285", cwd }).prompt("go").toString()));
}

describe("a home directory of somebody the session does not tell of is hidden", async () => {
  const hide = await workingIn("/srv/tide");

  test.each([
    ["/home/alice/tide", "~/tide"],
    ["/Users/alice/tide", "~/tide"],
    ["/mnt/c/Users/alice/tide", "~/tide"],
    ["/c/Users/alice/tide", "~/tide"],
    ["/cygdrive/c/users/alice/tide", "~/tide"],
    ["/var/home/alice/tide", "~/tide"],
    ["/export/home/alice/tide", "~/tide"],
    ["/data/home/alice/tide", "~/tide"],
    ["/System/Volumes/Data/Users/alice/tide", "~/tide"],
    ["/Users/Alice Smith/tide", "~/tide"],
    ["/Users/Alice\\ Smith/tide", "~/tide"],
    ["file:///Users/Alice%20Smith/tide", "file://~/tide"],
    ["C:\\Users\\Alice Smith\\tide", "~\\tide"],
    ["C:\\\\Users\\\\alice\\\\tide", "~\\\\tide"],
    ["c:\\users\\alice", "~"],
    ["C:/Users/alice/tide", "~/tide"],
    ["D:\\Documents and Settings\\alice\\tide", "~\\tide"],
    ["\\\\wsl.localhost\\Ubuntu\\home\\alice\\tide", "~\\tide"],
    ["\\\\\\\\wsl$\\\\Ubuntu\\\\home\\\\alice", "~"],
    ["//wsl.localhost/Ubuntu/home/alice", "~"],
    ["\\\\server\\Users\\alice\\tide", "~\\tide"],
    ["gcc -I/home/alice/include", "gcc -I~/include"],
    ["PATH=/usr/bin:/home/alice/bin:/Users/bob/bin", "PATH=/usr/bin:~/bin:~/bin"],
    ['"one\\n/home/alice"', '"one\\n~"'],
    ["/root/tide", "~/tide"],
    // Where the name ends, the folder does not say.
    ["-home-alice-tide", "-~"],
    ["projects/-mnt-c-Users-alice-tide/a.jsonl", "projects/-~/a.jsonl"],
    ["C--Users-Alice-Smith-tide", "-~"],
    ["--wsl-localhost-Ubuntu-home-alice-tide", "-~"],
  ])("%s", (text, hidden) => expect(hide(text)).toBe(hidden));

  test.each([
    "/srv/tide/home/index.ts",
    "src/home/index.ts",
    "/srv/tide/src/users/list.ts",
    "GET /api/users/7",
    "my-home-page",
    "--java-home-dir",
    "~/tide/src/home/index.ts",
    "the users/owners of it, at home/work",
    "/rooted",
  ])("%s stays", (text) => expect(hide(text)).toBe(text));
});

describe("of whom the session's working directories tell, the name of a folder keeps what is not the name", () => {
  test.each([
    ["/home/jane.doe/tide", "-home-jane-doe-tide", "-~-tide"],
    ["C:\\Users\\Alice Smith\\tide", "C--Users-Alice-Smith-tide", "-~-tide"],
    ["/mnt/c/Users/alice/tide", "-mnt-c-Users-alice-tide", "-~-tide"],
    ["\\\\wsl.localhost\\Ubuntu\\home\\alice\\tide", "--wsl-localhost-Ubuntu-home-alice-tide", "-~-tide"],
    ["/System/Volumes/Data/Users/alice/tide", "-System-Volumes-Data-Users-alice-tide", "-~-tide"],
  ])("%s", async (cwd, name, hidden) => {
    const hide = await workingIn(cwd);
    expect(hide(cwd)).toMatch(/^~[\\/]tide$/);
    expect(hide(name)).toBe(hidden);
  });
});

/** How a home directory can be written. */
const roots = ["/home/", "/Users/", "/mnt/d/Users/", "/c/users/", "/var/home/", "/export/home/", "/net/h7/vol/home/"];
const windowsRoots = ["C:\\Users\\", "c:\\users\\", "\\\\wsl$\\Debian\\home\\", "\\\\server\\d\\Users\\"];
const asFolder = (path: string): string => path.replace(/[^A-Za-z0-9]/g, "-");

test("whatever the name, the system and the text around it, nothing of the name is left", async () => {
  const word = fc.stringMatching(/^Q[a-z]{2,6}Q$/);
  const name = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .chain((words) => fc.constantFrom(" ", ".", "-", "_").map((by) => ({ words, name: words.join(by) })));
  const around = fc.constantFrom<(path: string) => string>(
    (path) => path,
    (path) => `See ${path} here.`,
    (path) => `"${path}"`,
    (path) => `a\n${path}/b:${path}`,
    (path) => `\u001b[31m${path}\u001b[0m`,
    (path) => JSON.stringify({ command: `cat '${path}'\n${path}` }),
    (path) => JSON.stringify(JSON.stringify({ path })),
    (path) => `~/.claude/projects/${asFolder(path)}/x.jsonl`,
    (path) => `tar: ${path.slice(1)}/.profile`,
    (path) => path.toUpperCase().replace(/^\/USERS/, "/Users"),
  );
  await fc.assert(
    fc.asyncProperty(
      name,
      fc.constantFrom(...roots, ...windowsRoots),
      around,
      fc.constantFrom("", "/tide", "/a b/c"),
      async ({ words, name }, root, wrap, below) => {
        const separator = root.startsWith("/") ? "/" : "\\";
        const path = `${root}${name}${below.replaceAll("/", separator)}`;
        const hide = await workingIn(path);
        const hidden = hide(wrap(path));
        for (const part of words) expect(hidden.toLowerCase()).not.toContain(part.toLowerCase());
        expect(hide(hidden)).toBe(hidden);
      },
    ),
    { numRuns: 500 },
  );
});

test("a million signs of one kind, or of two in turn, end", async () => {
  const hide = await workingIn("/home/jane.doe/tide");
  const signs = ["\\", "/", "-", " ", "a", "a-", "/a", "\\ ", "%20", "C:\\", " A"];
  for (const sign of signs) {
    const run = sign.repeat(1_000_000);
    for (const text of [`home${run}`, `/Users/A${run}`, `C:\\Users\\A${run}`])
      expect(hide(text).length).toBeGreaterThan(0);
  }
});
