import { readFileSync } from "node:fs";

const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** The door of each source: `src/node.ts` is `tidemark/node`. */
const doors = new Map(
  Object.keys(exports)
    // What runs in a worker is a program; it gives no names.
    .filter((door) => exports[door].types !== undefined && door !== "./worker-thread")
    .map((door) => [
      door === "./schemas" ? "schemas/index.ts" : `src/${door === "." ? "index" : door.slice(2)}.ts`,
      door.replace(".", "tidemark"),
    ]),
);

/** Calls each page after its door, not after its source. */
function namedAfterDoors({ converter }) {
  converter.on("resolveBegin", ({ project }) => {
    for (const child of project.children ?? []) {
      const [source] = child.sources ?? [];
      child.name = doors.get(source?.fileName ?? "") ?? child.name;
    }
  });
}

/** The reference of all doors as Markdown, a page for each: `npm run docs:api` writes it to docs/api, which is not committed. */
export default {
  plugin: ["typedoc-plugin-markdown", "typedoc-plugin-missing-exports", namedAfterDoors],
  entryPoints: [...doors.keys()],
  tsconfig: "tsconfig.json",
  out: "docs/api",
  name: "tidemark",
  readme: "none",
  outputFileStrategy: "modules",
  entryFileName: "README",
  hideBreadcrumbs: true,
  excludeExternals: true,
  placeInternalsInOwningModule: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  sourceLinkTemplate: "../../{path}#L{line}",
  gitRevision: "main",
  treatWarningsAsErrors: true,
  // The compiler has its own check.
  skipErrorChecking: true,
};
