import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Runs the tests with other versions of Node than the one that is installed: `npm run test:versions`, or with the names of
// some, `npm run test:versions -- 24`. Properties are run a few times only: what they look for, the first version finds. What
// is no matter of Node's version is left out: pages of the documentation, pages in a browser, the benchmark.

const leftOut = ["test/docs/**", "test/view/**", "test/examples/**", "test/bench/**"];

/** The oldest version that package.json allows is asked for what stands between the package and Node. */
const versions: Record<string, string[]> = {
  20: ["test/package", "test/cli", "test/node", "test/read", "test/export", "test/sql", "test/systems/setup"],
  22: [],
  24: [],
};

const excluded = ["--project=node", ...leftOut.map((path) => `--exclude=${path}`)];

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = fileURLToPath(new URL("node_modules", import.meta.url));
const asked = process.argv.slice(2);

for (const [version, tests] of Object.entries(versions)) {
  if (asked.length > 0 && !asked.includes(version)) continue;
  const node = join(packages, `node-${version}-${process.platform}-${process.arch}`, "bin", "node");
  if (!existsSync(node)) {
    process.stdout.write(`No binary of Node ${version} for ${process.platform} ${process.arch} is listed: skipped.\n`);
    continue;
  }
  const number = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  process.stdout.write(
    `\nNode ${number}: ${tests.length === 0 ? "all tests but of pages and the benchmark" : tests.join(", ")}\n`,
  );
  // Programs that tests start by name are to be of this version too.
  const path = [dirname(node), process.env.PATH].join(delimiter);
  execFileSync(
    node,
    [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--reporter=dot", ...excluded, ...tests],
    {
      cwd: root,
      env: { ...process.env, PATH: path, TIDEMARK_PROPERTY_RUNS: process.env.TIDEMARK_PROPERTY_RUNS ?? "3" },
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
}
