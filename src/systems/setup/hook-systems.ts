/** A system that runs beside a session, and where Claude Code is to run it. */
export interface HookSystem {
  name: string;
  /** One line for people. */
  summary: string;
  /** One that takes longer than its seconds is ended, so that a hook that hangs holds no session up. */
  hooks: { event: string; matcher?: string; args: string; timeoutSeconds: number }[];
  /** What the status line runs, and how often it is run anew, in seconds. */
  statusLine?: { args: string; refreshSeconds: number };
}

/** The systems that `tidemark setup` knows. */
export const hookSystems: readonly HookSystem[] = [
  {
    name: "handover",
    summary: "a note before a compaction, given to the model after it",
    hooks: [
      { event: "PreCompact", args: "handover pre", timeoutSeconds: 120 },
      { event: "SessionStart", matcher: "compact", args: "handover post", timeoutSeconds: 10 },
    ],
  },
  {
    name: "reinvoke",
    summary: "names after a compaction the skills that were in use",
    hooks: [{ event: "SessionStart", matcher: "compact", args: "reinvoke", timeoutSeconds: 10 }],
  },
  {
    name: "telemetry",
    summary: "keeps the numbers of each compaction",
    hooks: [{ event: "PostCompact", args: "telemetry", timeoutSeconds: 10 }],
  },
  {
    name: "forecast",
    summary: "warns at the end of a turn of what a compaction would lose",
    hooks: [{ event: "Stop", args: "forecast --stop", timeoutSeconds: 10 }],
  },
  {
    name: "status-line",
    summary: "what a compaction would lose, in the status line",
    hooks: [],
    statusLine: { args: "forecast --status-line", refreshSeconds: 10 },
  },
];
