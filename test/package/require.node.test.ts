import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { doors, root } from "./doors.js";

const names = (expression: string) =>
  `console.log(JSON.stringify(Object.keys(${expression}).filter((name) => !/^(default|__esModule|module[.]exports)$/.test(name)).sort()))`;

/** Runs a program in a fresh Node process; the package finds itself by its own name. */
function run(type: "commonjs" | "module", program: string): string[] {
  const out = execFileSync(process.execPath, [`--input-type=${type}`, "-e", program], { cwd: root, encoding: "utf8" });
  return JSON.parse(out);
}

test.each(doors)("require() of $specifier gives the same names as import", ({ specifier }) => {
  const required = run("commonjs", names(`require("${specifier}")`));
  expect(required.length).toBeGreaterThan(0);
  expect(required).toEqual(run("module", names(`await import("${specifier}")`)));
});
