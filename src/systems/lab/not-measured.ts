import type { BoundaryRow } from "../../queries/boundaries.js";

/** What a laboratory can measure, with the shapes that do. */
const measurable: { what: string; shapes: string[] }[] = [
  { what: "A compaction in a resumed process", shapes: ["A", "hook-resumed"] },
  { what: "A compaction in one process", shapes: ["B", "C", "D"] },
  { what: "The same steps without a compaction", shapes: ["BC"] },
  { what: "Rules, and a compact hook in one process", shapes: ["C", "D"] },
  { what: "More than five files read", shapes: ["D"] },
  { what: "Automatic compaction", shapes: ["auto"] },
  { what: "--continue", shapes: ["continue"] },
  { what: "The compact hook under --resume", shapes: ["hook-resumed"] },
  { what: "A skill above the limit of one", shapes: ["long-skill"] },
  { what: "Skills above the limit of all", shapes: ["six-skills"] },
  { what: "A file above the limit for files", shapes: ["long-file"] },
  { what: "The person's CLAUDE.md and CLAUDE.local.md", shapes: ["personal"] },
  { what: "/compact with a focus", shapes: ["focus"] },
];

/** What no shape measures. */
const never = [
  "Other ways in: no terminal, no editor, no code on the agent SDK; only -p, resumed or streaming.",
  "Obedience: the probe asks what the model can see, not whether it follows it.",
  "Other sources: no auto memory, no plan file, no output of other hooks, no subagents.",
  "The cause: what happens inside the program is not looked at.",
];

/** Lists what these runs did not measure, for people. */
export function notMeasured(
  runs: readonly { state: string; shape: string; compactions: number }[],
  boundaries: readonly BoundaryRow[],
): string[] {
  const counted = runs.filter(
    ({ state, shape, compactions }) => state === "done" && (compactions > 0 || shape === "BC"),
  );
  const open = measurable.filter(({ shapes }) => !counted.some(({ shape }) => shapes.includes(shape)));
  const sizes = boundaries.flatMap(({ preTokens }) => preTokens ?? []);
  const largest = sizes.length === 0 ? null : Math.max(...sizes);
  return [
    ...open.map(({ what, shapes }) => `${what}: no run of ${shapes.join(", ")} came to its end with one.`),
    ...(largest === null
      ? []
      : [`Real sizes: the largest session held ${largest.toLocaleString("en-US")} tokens before its compaction.`]),
    ...never,
  ];
}
