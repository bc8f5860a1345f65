// %% [markdown]
// # What came back after a compaction
//
// "What survives /compact in Claude Code" (2026-09-30, CLI 2.1.285) planted markers in everything that a session of Claude
// Code knows, edited the files in between, ran `/compact`, and read off the transcripts which markers came back, and from
// where. This notebook computes its tables.
//
// The transcripts are made up: `fixtures/lab/` holds the ten sessions of the article, built again with the same steps,
// markers and counts by `tidemark/testing`. How to start this notebook: [docs/notebook.md](../notebook.md).

// %%
import { existsSync } from "node:fs";
import {
  boundaries,
  claims,
  markersByCarrier,
  missing,
  onlyInSummary,
  openTimeline,
  plot,
  returned,
  show,
  survival,
  type Timeline,
  trace,
} from "tidemark/notebook";
import { markerPlot, survivalPlot } from "tidemark/plots";

const folder = existsSync("fixtures/lab") ? "fixtures/lab" : "../../fixtures/lab";
const runs = new Map<string, Timeline>();
for (const run of ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"])
  runs.set(run, await openTimeline(`${folder}/${run}.jsonl`));

runs.get("B1");

// %% [markdown]
// Four shapes, two runs each. **A**: every message in a process of its own, continued with `--resume`. **B**: the same
// messages in one process. **C**: B with rules and a `SessionStart` hook for `compact`. **D**: C with seven files read and no
// edit.
//
// ## Numbers, for the record
//
// From the row that `boundaries` gives for the compaction of each run, and from the row of its summary in `returned`.

// %%
show(
  [...runs].flatMap(([run, timeline]) => {
    const summary = returned(timeline).find((row) => row.item === "summary");
    return boundaries(timeline).map((row) => ({
      run,
      before: row.preTokens,
      after: row.postTokens,
      "compaction ms": row.durationMs,
      "first request after": row.firstRequestAfter,
      "summary chars": summary?.chars,
    }));
  }),
);

// %% [markdown]
// `after` is what the boundary records. The first request after it is as large as the one before: the system prompt and
// the tools are sent again, and so is what came back.
//
// ## What came back
//
// `trace` finds each marker before and after the boundary and says from which source. The summary names every old marker, so
// what counts is what came back by another way.

// %%
const marker = [/MK-[A-Z]+-\d{4}/];
const found = [...runs].flatMap(([run, timeline]) => trace(timeline, marker).map((row) => ({ ...row, run })));

const planted: [string, string][] = [
  ["MK-ROOT", "root CLAUDE.md"],
  ["MK-IMPORT", "@import file"],
  ["MK-RULE", "unscoped rule (C, D)"],
  ["MK-SKILL", "skill body"],
  ["MK-SUB", "nested CLAUDE.md"],
  ["MK-PATH", "path-scoped rule (C, D)"],
  ["MK-PASS", "passphrase from chat"],
  ["MK-HOOK", "output of the compact hook (C, D)"],
];

show(
  planted.map(([prefix, what]) => {
    const after = found.filter((row) => row.side === "after" && row.marker.startsWith(prefix));
    const beside = after.filter((row) => row.source !== "summary");
    const cameBack = new Set(beside.map((row) => row.run));
    return {
      what,
      "came back from": [...new Set(beside.map((row) => row.source))].join(", ") || "the summary alone",
      compactions: `${cameBack.size} of ${new Set(after.map((row) => row.run)).size}`,
      in: [...cameBack].join(" "),
    };
  }),
);

// %% [markdown]
// The skill is missing in A alone, where another process had invoked it. The nested `CLAUDE.md` and the path-scoped rule came
// back where they were among the files that were read again, which is not so in D with its seven newer files.
//
// ## What carried the markers: one process, and a resumed one
//
// Every attachment after the boundary of B1, with the markers in the text that the model received:

// %%
const carriers = (run: string) =>
  markersByCarrier(runs.get(run) as Timeline, marker)
    .filter((row) => ["file", "invoked_skills", "instructions", "skill_listing", "hook_success"].includes(row.carrier))
    .map(({ carrier, label, markers, line }) => ({ carrier, label, markers, line }));

carriers("B1");

// %% [markdown]
// And of A1, the same session resumed:

// %%
carriers("A1");

// %% [markdown]
// The same as pictures, and of C1, where a hook runs. Numbers such as 4417 were there before the files were edited, such as
// 7093 after.

// %%
plot(markerPlot(trace(runs.get("B1") as Timeline, marker)));

// %%
plot(markerPlot(trace(runs.get("C1") as Timeline, marker)));

// %% [markdown]
// ## Only in the summary
//
// What a person typed has no other copy:

// %%
show([...runs.values()].flatMap((timeline) => onlyInSummary(trace(timeline, ["MK-PASS-8053"]))));

// %% [markdown]
// ## The limit of five files
//
// In D seven files had been read. Five come back, those that were modified last; the rest is listed with the reason. A question
// mark says that the reason is inferred.

// %%
const d1 = runs.get("D1") as Timeline;
missing(d1);

// %%
plot(survivalPlot({ returned: returned(d1), missing: missing(d1) }));

// %% [markdown]
// ## Another process
//
// The finding in one table: how often things survived, by the process that had last sent them. `survived` counts things at
// boundaries; the interval is Wilson's, of 95 %.

// %%
survival(runs.values()).filter((row) => row.by === "process");

// %% [markdown]
// ## What articles and documentation claim
//
// Claims that these sessions put to the test, with the cases in which they held. A claim that fails is listed with the
// lines of the cases against it: `show(…, { fields: ["claim", "evidence"] })`.

// %%
const tested = claims(runs.values()).filter((row) => row.n > 0);
show(
  tested.filter((row) => row.source.startsWith("article")),
  { limit: 40 },
);

// %%
show(
  tested.filter((row) => row.verdict === "failed"),
  { fields: ["claim", "source", "held", "failed"] },
);
