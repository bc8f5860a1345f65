import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

/** Licences that allow a package to be part of this one, where their text comes with it. */
const allowed = ["MIT", "ISC", "Apache-2.0", "BSD-3-Clause", "Unlicense"];

/** Writes the licences of the packages that are bundled into a file, and fails where one has none of these. */
export function licences(file: string): Plugin {
  return {
    name: "bundled-licences",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, licencesOf(Object.keys(metafile?.inputs ?? {})));
      });
    },
  };
}

/** The licences of the packages that these files are of. */
export function licencesOf(files: readonly string[]): string {
  const folders = files.flatMap((path) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const texts = [...new Set(folders)].sort().map(licenceOf);
  return texts.join(`\n${"-".repeat(78)}\n\n`);
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e([.]|$)/i.test(entry));
  if (!allowed.includes(license) || file === undefined)
    throw new Error(`${name} can't be bundled: its licence is ${license}, its text ${file ?? "missing"}.`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
