import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const unreleased = "## [Unreleased]\n";

/**
 * Puts what stands under `## [Unreleased]` under a heading with the version and its day.
 *
 * @throws where nothing stands there, or the version has a heading already
 */
export function withRelease(changelog: string, version: string, date: string): string {
  const start = changelog.indexOf(unreleased);
  if (start < 0) throw new Error("CHANGELOG.md has no heading [Unreleased]: write one above the first release.");
  if (changelog.includes(`## [${version}]`))
    throw new Error(`CHANGELOG.md has ${version} already: add a changeset (npx changeset) that raises the version.`);
  const content = changelog.slice(start + unreleased.length);
  if (!/^\s*[^#\s]|^\s*### /.test(content))
    throw new Error("Nothing stands under [Unreleased]: write down in CHANGELOG.md what users will notice.");
  return `${changelog.slice(0, start)}${unreleased}\n## [${version}] - ${date}\n${content}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync("CHANGELOG.md", withRelease(readFileSync("CHANGELOG.md", "utf8"), version, today));
}
