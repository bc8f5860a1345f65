/** The page is one file: what it needs is in it. */
const bundledPackages = ["preact", "@observablehq/plot"];

/**
 * What each folder may import at run time, in the order in which the data flows; testing stands apart. `types` adds
 * folders from which `import type` alone is allowed. Whatever is not listed is forbidden, npm packages and Node's own
 * modules included.
 */
const folders = {
  "schemas/": { values: ["schemas/"], packages: ["zod"] },
  "src/read/": { values: ["src/read/", "schemas/"], packages: ["stream-json/src/core", "stream-chain/src/core"] },
  "src/timeline/": { values: ["src/timeline/", "src/read/", "schemas/versions/"], types: ["schemas/"] },
  "src/queries/": {
    values: ["src/queries/", "src/timeline/", "src/read/transcript-error", "src/read/wrong-use", "schemas/versions/"],
    types: ["src/read/"],
  },
  "src/tables/": {
    values: ["src/tables/", "src/timeline/fields", "src/read/transcript-error", "src/read/wrong-use"],
    types: ["src/queries/"],
    packages: ["date-fns", "@date-fns/tz"],
  },
  "src/export/": {
    values: ["src/export/", "src/tables/", "src/queries/", "src/timeline/", "src/read/"],
    types: ["schemas/"],
  },
  "src/show/": {
    values: ["src/show/", "src/queries/", "src/timeline/", "schemas/versions/"],
    types: ["src/read/", "src/tables/"],
    packages: ["date-fns"],
  },
  "src/plots/": {
    values: ["src/plots/", "src/show/", "src/timeline/grouped", "src/read/transcript-error", "src/read/wrong-use"],
    types: ["src/queries/", "src/timeline/"],
    packages: ["@observablehq/plot"],
  },
  "src/worker/": { values: ["src/worker/", "src/queries/", "src/timeline/", "src/read/"] },
  "src/view/": {
    values: [
      "src/view/",
      "src/worker/",
      "src/plots/",
      "src/show/",
      "src/export/csv",
      "src/queries/",
      "src/timeline/",
      "src/read/",
    ],
    types: ["src/export/table"],
    packages: bundledPackages,
  },
  "src/testing/": { values: ["src/testing/", "schemas/"], types: ["src/read/"] },
};

/** The places that may use Node's own modules and p-map; the files at the root are for the build. */
const nodeOnly = [
  "src/node[./]",
  "src/notebook[./]",
  "src/systems[./]",
  "src/cli/",
  "test/",
  "fixtures/",
  "docs/",
  "[^/]+[.]ts$",
];

/** Packages that a reader installs for one task: optional peers. */
const optionalPackages = [
  "@duckdb/node-api",
  "@observablehq/plot",
  "@opentelemetry/[^/]+",
  "@uwdata/flechette",
  "hyparquet-writer",
];

const anyOf = (paths) => `^(${paths.join("|")})`;
const inPackages = (names) => names.map((name) => `node_modules/${name}/`);

const folderRules = Object.entries(folders).flatMap(([folder, { values, types = [], packages = [] }]) => {
  const name = folder.replace(/\/$/, "").replace("/", "-");
  const from = { path: `^${folder}`, pathNot: anyOf(nodeOnly) };
  const allowed = [...values, ...inPackages(packages)];
  return [
    {
      name: `${name}-imports`,
      comment: `${folder} may import: ${[...values, ...types.map((path) => `types of ${path}`), ...packages].join(", ")}.`,
      severity: "error",
      from,
      to: { pathNot: anyOf([...allowed, ...types]) },
    },
    ...types.map((path) => ({
      name: `${name}-imports-only-types`,
      comment: `${folder} may import nothing but types from ${path}.`,
      severity: "error",
      from,
      to: { path: `^${path}`, pathNot: anyOf(allowed), dependencyTypesNot: ["type-only"] },
    })),
  ];
});

export default {
  forbidden: [
    ...folderRules,
    {
      name: "node-only-behind-the-node-door",
      comment:
        "Node's own modules are for src/node.ts, src/node/, src/notebook.ts, src/notebook/, src/systems.ts, src/systems/, src/cli/, tests, fixtures, the build and what writes the docs.",
      severity: "error",
      from: { pathNot: anyOf([...nodeOnly, "node_modules/"]) },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "p-map-only-behind-the-node-door",
      comment: "p-map is for src/node.ts, src/node/, src/systems/ and src/cli/.",
      severity: "error",
      from: { pathNot: anyOf([...nodeOnly, "node_modules/"]) },
      to: { path: "node_modules/p-map/" },
    },
    {
      name: "portable-doors-stay-portable",
      comment: "What runs anywhere must not import what runs in Node only.",
      severity: "error",
      from: { path: anyOf(["src/", "schemas/"]), pathNot: anyOf(nodeOnly) },
      to: { path: anyOf(nodeOnly) },
    },
    {
      name: "edge-tests-without-node",
      comment: "A test that needs Node's own modules is called *.node.test.ts.",
      severity: "error",
      from: { path: "^test/.*[.]test[.]ts$", pathNot: "[.]node[.]test[.]ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "nothing-imports-tests",
      comment: "The library must not import tests or fixtures.",
      severity: "error",
      from: { path: anyOf(["src/", "schemas/"]) },
      to: { path: anyOf(["test/", "fixtures/"]) },
    },
    {
      name: "optional-packages-on-demand",
      comment:
        "An optional package is for src/node/ and src/systems/, which load it when it is asked for; the door of the plots is for those who have Plot.",
      severity: "error",
      from: { path: anyOf(["src/", "schemas/"]), pathNot: "^src/(plots|view)/" },
      to: { path: anyOf(inPackages(optionalPackages)), dependencyTypesNot: ["dynamic-import", "type-only"] },
    },
    {
      name: "only-declared-dependencies",
      comment:
        "The library may import only what package.json lists under dependencies, and optional packages on demand.",
      severity: "error",
      from: { path: anyOf(["src/", "schemas/"]) },
      to: {
        pathNot: anyOf(inPackages([...optionalPackages, ...bundledPackages])),
        dependencyTypes: ["npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"],
      },
    },
    {
      name: "no-unresolved",
      comment: "Every import must resolve.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    { name: "no-cycles", comment: "No import cycles.", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // The programs of the consumers stand where the package is installed.
    exclude: { path: "^dist/|^test/consumers/programs/" },
    tsConfig: { fileName: "tsconfig.json" },
    // Type imports count too: a folder's shape is in its types.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
