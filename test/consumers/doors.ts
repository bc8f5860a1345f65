/** A door of the package, and what a consumer asks behind it. */
export interface Door {
  specifier: string;
  /** Whether it runs anywhere, where there are files and folders (in Node, Deno and Bun), or in a page, which has workers. */
  runs: "anywhere" | "with files" | "in a page";
  /** What a consumer imports; a question may use the names of the main door too. */
  names: string[];
  /** Says something of `text`, the demo transcript, or of `folder`, which holds it and a skill; JavaScript and TypeScript alike. */
  question: string;
  /** The right answer, as JSON. */
  answer: unknown;
  /** Optional peers that the door needs, as package.json names them. */
  peers?: string[];
}

/** Every door of the package with one question; what the consumers import and ask is written from this list. */
export const doors: Door[] = [
  {
    specifier: "tidemark",
    runs: "anywhere",
    names: ["boundaries", "readTimeline", "returned"],
    question: `returned(await readTimeline(text))
    .filter((row) => row.item === "instructions")
    .map((row) => [row.boundary, row.name, row.source, row.relation])`,
    answer: [
      [1, "/home/dev/shop/CLAUDE.md", "held", "equal"],
      [1, "/home/dev/shop/docs/rules.md", "held", "equal"],
      [1, "/home/dev/shop/CLAUDE.md", "disk", "changed"],
      [2, "/home/dev/shop/CLAUDE.md", "disk", "equal"],
      [2, "/home/dev/shop/docs/rules.md", "disk", "equal"],
    ],
  },
  {
    specifier: "tidemark/node",
    runs: "with files",
    names: ["openTimelines"],
    question: `await (async () => {
    const rows = [];
    for await (const timeline of openTimelines(folder))
      rows.push([timeline.chains.map((chain) => chain.chain), boundaries(timeline).map((row) => row.preTokens)]);
    return rows;
  })()`,
    answer: [
      [
        ["main", "a5eed11"],
        [167_900, 81_000],
      ],
    ],
  },
  {
    specifier: "tidemark/notebook",
    runs: "with files",
    names: ["show"],
    question: "show(boundaries(await readTimeline(text))).length",
    answer: 2,
    peers: ["@observablehq/plot"],
  },
  {
    specifier: "tidemark/plots",
    runs: "anywhere",
    names: ["shedPlot"],
    question: "shedPlot(boundaries(await readTimeline(text))).ariaDescription",
    answer: "2 compactions dropped 217,400 tokens",
    peers: ["@observablehq/plot"],
  },
  {
    specifier: "tidemark/schemas",
    runs: "anywhere",
    names: ["Entry"],
    question: `[...text.trim().split("\\n"), '{"type":"user"}'].filter((line) => !Entry.safeParse(JSON.parse(line)).success)`,
    answer: ['{"type":"user"}'],
  },
  {
    specifier: "tidemark/systems",
    runs: "with files",
    names: ["lint"],
    question: `(await lint([\`\${folder}/skills\`], { levels: { "rules-late": "off" } })).findings
    .map((found) => [found.level, found.rule, found.line])`,
    answer: [
      ["error", "tokens-over", 208],
      ["error", "rules-cut", 250],
    ],
  },
  {
    specifier: "tidemark/testing",
    runs: "anywhere",
    names: ["transcript"],
    question: `transcript({ cliVersion: "2.1.285" }).prompt("Add tax.").reply("Done.").compact().toString()
    .split("\\n").filter((line) => line.includes('"compact_boundary"')).length`,
    answer: 1,
  },
  {
    specifier: "tidemark/worker",
    runs: "in a page",
    names: ["transcriptWorker"],
    question: `await (await transcriptWorker().open(new Blob([text]))).ask("boundaries")
    .then((rows) => rows.map((row) => row.preTokens))`,
    answer: [167_900, 81_000],
  },
];

/** The answers that a consumer must give, by door. */
export const answersOf = (asked: readonly Door[]): Record<string, unknown> =>
  Object.fromEntries(asked.map(({ specifier, answer }) => [specifier, answer]));

/** The doors for Node, Deno and Bun. */
export const serverDoors = doors.filter(({ runs }) => runs !== "in a page");

/** The doors for a page. */
export const pageDoors = doors.filter(({ runs }) => runs !== "with files");

/** The doors for a worker too. */
export const portableDoors = doors.filter(({ runs }) => runs === "anywhere");
