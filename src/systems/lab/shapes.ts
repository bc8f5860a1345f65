import { fillingFiles, type Layout, otherFiles, skillNames } from "./layout.js";
import type { Marks } from "./marks.js";

/** A message to the model, or to the client itself. */
export interface Say {
  step: "skill" | "message" | "fill" | "compact" | "control" | "probe";
  text: (marks: Marks) => string;
  /** Tool rounds that the message may take. */
  maxTurns: number;
  /** Sent only until the session has a boundary. */
  untilBoundary?: true;
}

/** Something that happens to the files between two messages. */
export interface Touch {
  step: "edit" | "back-date";
}

export type Step = Say | Touch;

/** One way to drive a session to a compaction, or past it. */
export interface Shape {
  name: string;
  /** What it is, in one line. */
  about: string;
  /** `processes`: one for each message, the later ones with `--resume`; `continue`: with `--continue`; `stream`: one for all. */
  by: "processes" | "continue" | "stream";
  layout: Layout;
  /** True where the hooks of the layout run; the settings of the person are left out then. */
  hooks: boolean;
  /** True where the person's own settings folder takes part. */
  personal?: true;
  /** Variables for the program beside those of this process. */
  env?: Record<string, string>;
  steps: Step[];
}

export const isSay = (step: Step): step is Say => "text" in step;

const invoke = (name: string): Say => ({ step: "skill", text: () => `/${name}`, maxTurns: 1 });
const skill = invoke(skillNames[0] as string);
const edit: Touch = { step: "edit" };
const compact: Say = { step: "compact", text: () => "/compact", maxTurns: 1 };
const question = ({ prefix }: Marks): string =>
  `Do not use any tools. From what is already in your context, list every string that starts with ${prefix}- that you can see, one per line. After each one, add a few words on where it appears. Do not guess strings you cannot see.`;
const probe: Say = { step: "probe", text: question, maxTurns: 1 };
const control: Say = { ...probe, step: "control" };

/** The message that is said nowhere else, with the reads that load what lies beside the files. */
function message(...files: string[]): Say {
  const [first, ...more] = ["sub/data.txt", ...files];
  const read =
    more.length === 0
      ? `use the Read tool once on ${first} and reply with only the first line of that file.`
      : `use the Read tool once on each of ${[first, ...more].join(", ")} in this order and reply with only the first line of ${first}.`;
  return {
    step: "message",
    text: ({ numbers }) => `For the rest of this session, the order number is ${numbers.message[0]}. Now ${read}`,
    maxTurns: 3 + 2 * more.length,
  };
}

const fill = (path: string): Say => ({
  step: "fill",
  text: () => `Use the Read tool once on ${path} and reply with only the first line of that file.`,
  maxTurns: 3,
  untilBoundary: true,
});

const oneProcess = [skill, message(), edit, compact, probe];
const resumed = [skill, message(), edit, control, compact, probe];

/** The five shapes of the article (A to D), then what it names as not measured. */
export const shapes: readonly Shape[] = [
  {
    name: "A",
    about: "a process for each message, resumed",
    by: "processes",
    layout: {},
    hooks: false,
    steps: resumed,
  },
  { name: "B", about: "one process", by: "stream", layout: {}, hooks: false, steps: oneProcess },
  {
    name: "BC",
    about: "one process, without a compaction",
    by: "stream",
    layout: {},
    hooks: false,
    steps: [skill, message(), edit, probe],
  },
  {
    name: "C",
    about: "one process, with rules and a compact hook",
    by: "stream",
    layout: { rules: true },
    hooks: true,
    steps: oneProcess,
  },
  {
    name: "D",
    about: "as C without an edit, seven files read, those of sub/ two days old",
    by: "stream",
    layout: { rules: true, others: true },
    hooks: true,
    steps: [{ step: "back-date" }, skill, message(...otherFiles), compact, probe],
  },
  {
    name: "auto",
    about: "one process, filled until it compacts by itself",
    by: "stream",
    layout: { rules: true, filling: true },
    hooks: true,
    env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000", CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: "30" },
    steps: [skill, message(), edit, ...fillingFiles.map(fill), probe],
  },
  {
    name: "continue",
    about: "a process for each message, with --continue",
    by: "continue",
    layout: {},
    hooks: false,
    // The newest session would be the fork's, so there is no control here.
    steps: oneProcess,
  },
  {
    name: "hook-resumed",
    about: "a process for each message, resumed, with rules and a compact hook",
    by: "processes",
    layout: { rules: true },
    hooks: true,
    steps: oneProcess,
  },
  {
    name: "long-skill",
    about: "one process, a skill of 6,000 tokens",
    by: "stream",
    layout: { longSkill: true },
    hooks: false,
    steps: oneProcess,
  },
  {
    name: "six-skills",
    about: "one process, six skills of 28,000 tokens in all",
    by: "stream",
    layout: { sixSkills: true },
    hooks: false,
    steps: [...skillNames.map(invoke), message(), edit, compact, probe],
  },
  {
    name: "long-file",
    about: "one process, a file of 6,000 tokens read",
    by: "stream",
    layout: { longFile: true },
    hooks: false,
    steps: [skill, message("other/long.txt"), edit, compact, probe],
  },
  {
    name: "personal",
    about: "one process, with the person's CLAUDE.md and CLAUDE.local.md",
    by: "stream",
    layout: { personal: true },
    hooks: false,
    personal: true,
    steps: oneProcess,
  },
  {
    name: "focus",
    about: "one process, /compact told to keep the order number alone",
    by: "stream",
    layout: {},
    hooks: false,
    steps: [
      skill,
      message(),
      edit,
      { ...compact, text: () => "/compact Keep the order number. Leave out every other number." },
      probe,
    ],
  },
];

/** Names that stand for several shapes. */
export const shapeGroups: ReadonlyMap<string, readonly string[]> = new Map([
  ["article", ["A", "B", "BC", "C", "D"]],
  ["all", shapes.map(({ name }) => name)],
]);

export const shapeOf = (name: string): Shape | undefined => shapes.find((shape) => shape.name === name);

/** Processes that a run starts. */
export const processesOf = ({ by, steps }: Shape): number => (by === "stream" ? 1 : steps.filter(isSay).length);

/** Whether a run is to meet a compaction. */
export const compacts = ({ steps }: Shape): boolean =>
  steps.some((step) => step.step === "compact" || step.step === "fill");
