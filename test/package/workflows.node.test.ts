import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { manifest, root } from "./doors.js";

interface Job {
  uses?: string;
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
  strategy?: { matrix: { node: string[] } };
  steps?: { uses?: string; with?: Record<string, unknown> }[];
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = join(root, ".github", "workflows");
const workflows = readdirSync(folder).map((file): [string, Workflow] => [
  file,
  parse(readFileSync(join(folder, file), "utf8")),
]);

describe.each(workflows)("%s", (file, { permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);

  test("every action is pinned to a commit", () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((uses) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  });

  test("no job may write, but the one that publishes may sign what it built", () => {
    const may = [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})].flatMap(Object.entries);
    const writes = may.filter(([, right]) => right !== "read");
    expect(writes).toEqual(file === "release.yml" ? [["id-token", "write"]] : []);
  });

  test("no later step finds the credentials of the checkout, and every job ends by itself", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(checkouts.map(() => false));
    const running = Object.values(jobs).filter((job) => job.uses === undefined);
    expect(running.filter((job) => job["timeout-minutes"] === undefined)).toEqual([]);
  });
});

test("the tests run on the oldest Node that package.json allows, and on 22 and 24", () => {
  const ci = workflows.find(([file]) => file === "ci.yml")?.[1];
  const versions = ci?.jobs.test?.strategy?.matrix.node ?? [];
  expect(versions.map((version) => version.split(".")[0])).toEqual(["20", "22", "24"]);
  expect(versions[0]).toBe(`${manifest.engines.node.replace(">=", "")}.0`);
});

test("the other versions that are run beside them begin with the same one", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "test/node-versions/package.json"), "utf8"));
  const versions = Object.values<string>(optionalDependencies).map((name) => name.split("@")[1]);
  expect([...new Set(versions)].sort()[0]).toBe(`${manifest.engines.node.replace(">=", "")}.0`);
});

test("what is published says where it was built", () => {
  expect(manifest.publishConfig).toEqual({ access: "public", provenance: true });
});
