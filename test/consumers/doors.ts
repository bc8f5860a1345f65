/** A door of the package, and what a consumer asks behind it. */
export interface Door {
  specifier: string;
  /** Whether it runs anywhere, or where there are files and folders: in Node, Deno and Bun. */
  runs: "anywhere" | "with files";
  /** What a consumer imports. */
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
    names: ["readTimeline", "returned"],
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
    names: ["boundaries", "openTimelines"],
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
];

/** The answers that a consumer must give, by door. */
export const answersOf = (asked: readonly Door[]): Record<string, unknown> =>
  Object.fromEntries(asked.map(({ specifier, answer }) => [specifier, answer]));

/** The doors that a page or a worker may ask. */
export const portableDoors = doors.filter(({ runs }) => runs === "anywhere");
