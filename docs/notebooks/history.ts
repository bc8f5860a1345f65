// %% [markdown]
// # Your own history
//
// How large sessions get, what compactions take away, and what becomes of skills, over all transcripts of a folder.
//
// Without more it reads the folder of Claude Code (`~/.claude/projects`, or where `CLAUDE_CONFIG_DIR` says). Start Jupyter with
// `TIDEMARK_HISTORY=/some/folder` to read another one. Nothing leaves the machine.
//
// How to start this notebook: [docs/notebook.md](../notebook.md).

// %%
import {
  type BoundaryRow,
  boundaries,
  count,
  type MissingRow,
  mean,
  missing,
  openTimelines,
  plot,
  rate,
  rollup,
  type SessionRow,
  type SkillRow,
  session,
  show,
  skills,
  standardFolder,
  sum,
  type UsageRow,
  usage,
  usageTotals,
} from "tidemark/notebook";
import { contextPlot, shedPlot, skillPlot } from "tidemark/plots";

const folder = process.env.TIDEMARK_HISTORY ?? standardFolder();

// %% [markdown]
// One session after another is read, and only its rows are kept: a history of gigabytes needs the memory of its largest session.
// With `since` only newer sessions are read, such as `since: new Date("2026-10-01")`.

// %%
const sessions: SessionRow[] = [];
const cuts: BoundaryRow[] = [];
const losses: MissingRow[] = [];
const invoked: SkillRow[] = [];
const requests: UsageRow[] = [];
const unreadable: string[] = [];

for await (const timeline of openTimelines(folder, { onError: ({ message }) => unreadable.push(message) })) {
  sessions.push(...session(timeline));
  cuts.push(...boundaries(timeline));
  losses.push(...missing(timeline));
  invoked.push(...skills(timeline));
  requests.push(...usage(timeline));
}

`Sessions read: ${sessions.length}, with ${cuts.length} boundaries. Files that could not be read: ${unreadable.length}.`;

// %%
show(unreadable.map((message) => ({ "could not be read": message })));

// %% [markdown]
// ## Sizes
//
// The sessions with the largest context at their end. `context` is what the last request sent, in tokens.

// %%
show(sessions).toSorted((a, b) => (b.context ?? 0) - (a.context ?? 0));

// %% [markdown]
// Compactions by what started them; sizes are means in tokens.

// %%
const compactions = show(cuts).filter((row) => row.kind === "compact");
rollup(
  compactions,
  { trigger: "trigger" },
  {
    compactions: count(),
    before: mean("preTokens"),
    after: mean("postTokens"),
    "first request after": mean("firstRequestAfter"),
  },
);

// %% [markdown]
// The session with most compactions, request by request, and what each compaction dropped.

// %%
const [most] = show(sessions).toSorted((a, b) => b.boundaries - a.boundaries);
const here = <R extends { sessionId: string | null }>(rows: R[]) =>
  rows.filter((row) => row.sessionId === most?.sessionId);

plot(contextPlot({ usage: here(requests), boundaries: here(cuts) }));

// %%
plot(shedPlot(here(cuts)));

// %% [markdown]
// Tokens by day. A message counts once, however often a transcript repeats it.

// %%
await usageTotals(folder, { by: ["day", "model"], zone: "UTC" });

// %% [markdown]
// ## Losses
//
// What stood in context before a boundary and not after it, by kind and reason; the conversation, which every
// compaction takes, is left out. What the record can't show is `not-recorded`, and no loss.

// %%
const lost = show(losses).filter((row) => row.name !== "conversation");
rollup(lost, { item: "item", reason: "reason", grade: "grade" }, { things: count() }).toSorted(
  (a, b) => b.things - a.things,
);

// %% [markdown]
// The things that were lost, or came back cut, most often, without those of which the record can't tell:

// %%
rollup(
  lost.filter(({ reason }) => reason !== "not-recorded"),
  { item: "item", name: "name" },
  { times: count() },
).toSorted((a, b) => b.times - a.times);

// %% [markdown]
// ## Skills
//
// Skills at the boundaries that they met; `share lost` is the share of these at which they were lost: 0 is none, 1 is all.
// `kept chars` is the sum of what came back.

// %%
rollup(
  show(invoked).filter((row) => row.boundary !== null),
  { skill: "name" },
  { boundaries: count(), "share lost": rate((row) => row.fate === "lost"), "kept chars": sum("keptChars") },
);

// %%
plot(skillPlot({ skills: here(invoked), boundaries: here(cuts) }));

// %% [markdown]
// All fields of a row, with the lines that prove it and why the answer is not certain:

// %%
show(
  invoked.filter((row) => row.fate === "lost"),
  { fields: ["name", "fate", "reason", "grade", "why", "evidence"] },
);
