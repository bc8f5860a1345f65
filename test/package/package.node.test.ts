import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { doors, manifest, root } from "./doors.js";

describe("package.json", () => {
  test("it is an ES module package without side effects for Node 20.19 and later", () => {
    expect(manifest).toMatchObject({
      name: "tidemark",
      license: "MIT",
      type: "module",
      sideEffects: false,
      engines: { node: ">=20.19" },
    });
  });

  test("it has exactly the eight doors and one program", () => {
    expect(doors.map((door) => door.specifier)).toEqual([
      "tidemark",
      "tidemark/node",
      "tidemark/notebook",
      "tidemark/plots",
      "tidemark/schemas",
      "tidemark/systems",
      "tidemark/testing",
      "tidemark/worker",
    ]);
    expect(Object.keys(manifest.bin)).toEqual(["tidemark"]);
  });

  test("every dependency is pinned to one version", () => {
    const versions: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };
    const loose = Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });

  test("nothing runs on the machine of someone who installs it", () => {
    const hooks = Object.keys(manifest.scripts).filter((script) => /^(pre|post)?install$/.test(script));
    expect(hooks).toEqual([]);
  });
});

describe("the built package", () => {
  test.each(doors)("$specifier has its module and its declarations", ({ module, types }) => {
    expect([existsSync(module), existsSync(types)]).toEqual([true, true]);
  });

  test("the program starts with a shebang and may be executed", () => {
    const program = `${root}${manifest.bin.tidemark}`;
    expect(readFileSync(program, "utf8").split("\n", 1)).toEqual(["#!/usr/bin/env node"]);
    expect(() => accessSync(program, constants.X_OK)).not.toThrow();
  });
});

describe("npm run -s tidemark", () => {
  test("it adds nothing to what the program writes", () => {
    const options = { cwd: root, encoding: "utf8" } as const;
    const direct = execFileSync(process.execPath, [`${root}${manifest.bin.tidemark}`, "--help"], options);
    expect(direct).toContain("tidemark");
    expect(execFileSync("npm", ["run", "-s", "tidemark", "--", "--help"], options)).toBe(direct);
  });
});
