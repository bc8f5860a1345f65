import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withRelease } from "../../docs/name-release.js";
import { root } from "./doors.js";

const changesets = join(root, "node_modules", "@changesets", "cli", "bin.js");

describe("a release", () => {
  let folder = "";
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const git = (...words: string[]) => run("git", "-c", "user.name=a", "-c", "user.email=a@example.com", ...words);
  const changeset = (command: string) => run(process.execPath, changesets, command);
  const version = () => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "release-"));
    cpSync(join(root, ".changeset"), join(folder, ".changeset"), { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "name": "tidemark", "version": "1.2.3" }');
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "--message=one");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("can be computed from the changesets that are here; without any, nothing is wrong", () => {
    expect(() => changeset("status")).not.toThrow();
    changeset("version");
    expect(version()).toMatch(/^[12][.]\d+[.]\d+$/);
  });

  test("raises the version by the most that a changeset asks for", () => {
    writeFileSync(join(folder, "package.json"), '{ "name": "tidemark", "version": "1.2.3" }');
    writeFileSync(join(folder, ".changeset", "one.md"), '---\n"tidemark": patch\n---\n\nA fault less.\n');
    writeFileSync(join(folder, ".changeset", "two.md"), '---\n"tidemark": minor\n---\n\nA door more.\n');
    changeset("version");
    expect(version()).toBe("1.3.0");
  });
});

describe("the changelog of a release", () => {
  const changelog = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A door.\n\n## [1.2.3] - 2026-01-02\n\n- One.\n";

  test("what was unreleased stands under the version and its day, and the heading waits for the next change", () => {
    expect(withRelease(changelog, "1.3.0", "2026-02-03")).toBe(
      "# Changelog\n\n## [Unreleased]\n\n## [1.3.0] - 2026-02-03\n\n### Added\n\n- A door.\n\n## [1.2.3] - 2026-01-02\n\n- One.\n",
    );
  });

  test("that of this repository takes a release", () => {
    const text = readFileSync(join(root, "CHANGELOG.md"), "utf8");
    expect(withRelease(text, "999.0.0", "2026-02-03")).toContain("## [999.0.0] - 2026-02-03\n");
  });

  test("a version that is there, and a release without a word, are refused with what to do", () => {
    expect(() => withRelease(changelog, "1.2.3", "2026-02-03")).toThrow("add a changeset");
    const released = withRelease(changelog, "1.3.0", "2026-02-03");
    expect(() => withRelease(released, "1.4.0", "2026-02-03")).toThrow("write down");
    expect(() => withRelease("# Changelog\n", "1.4.0", "2026-02-03")).toThrow("has no heading");
  });
});
