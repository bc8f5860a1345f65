// %% [markdown]
// # A marker experiment
//
// Plant a marker in everything that a session knows, compact it, and see which carrier kept it. The session is written by
// `tidemark/testing`, with the records that CLI 2.1.285 writes, so this runs in a second and costs nothing. With `claude` itself
// the same experiment is [`tidemark lab`](../lab.md).
//
// How to start this notebook: [docs/notebook.md](../notebook.md).

// %%
import {
  markersByCarrier,
  missing,
  onlyInSummary,
  plot,
  readTimeline,
  returned,
  show,
  skills,
  trace,
} from "tidemark/notebook";
import { markerPlot } from "tidemark/plots";
import { type Transcript, transcript } from "tidemark/testing";

// %% [markdown]
// ## Plant
//
// One marker for each carrier, all of the form `MARK-…`.

// %%
const cwd = "/home/dev/experiment";

function planted(): Transcript {
  return transcript({ cliVersion: "2.1.285", cwd })
    .instructions([{ path: `${cwd}/CLAUDE.md`, content: "Root rules. MARK-ROOT\n" }])
    .listing({ ship: "Ships a release. MARK-LISTING" })
    .hook("SessionStart:compact", { command: "cat .claude/keep.md", stdout: "Kept by the hook. MARK-HOOK\n" })
    .prompt("The word of the day is MARK-CHAT.")
    .reply("Noted.")
    .read(`${cwd}/sub/data.txt`, "Plain data. MARK-FILE\n")
    .nestedMemory(`${cwd}/sub/CLAUDE.md`, "Rules of this folder. MARK-NESTED\n")
    .disk(`${cwd}/sub/CLAUDE.md`, "Rules of this folder. MARK-NESTED\n")
    .tool("Bash", { command: "cat log.txt" }, "One line of output. MARK-OUTPUT")
    .skill("ship", "Tag first. MARK-SKILL\n", { by: "user" })
    .reply("Ready.");
}

// %% [markdown]
// ## Compact, and look
//
// The summary of this session repeats two of the markers.

// %%
const compact = (session: Transcript): Transcript =>
  session
    .compact({ trigger: "manual", summary: "The word of the day is MARK-CHAT. The log said MARK-OUTPUT." })
    .prompt("Which marks can you see?")
    .reply("Those above.");

const markers = [/MARK-[A-Z]+/];
const timeline = await readTimeline(compact(planted()).toString());
timeline;

// %%
returned(timeline);

// %% [markdown]
// Each attachment after the boundary with the markers in it, also those without one:

// %%
markersByCarrier(timeline, markers).map(({ carrier, label, markers, line }) => ({ carrier, label, markers, line }));

// %%
const rows = trace(timeline, markers);
plot(markerPlot(rows));

// %% [markdown]
// Markers that the summary alone has kept:

// %%
onlyInSummary(rows);

// %% [markdown]
// And those that stood before the boundary and are nowhere after it:

// %%
const after = new Set(rows.filter((row) => row.side === "after").map((row) => row.marker));
rows.filter((row) => row.side === "before" && !after.has(row.marker));

// %% [markdown]
// ## Another process
//
// The same session, but the process ends before the compaction and a new one resumes it. The skill's body is gone: what a
// process did not invoke itself it does not put back.

// %%
const resumed = await readTimeline(compact(planted().exit().resume()).toString());
plot(markerPlot(trace(resumed, markers)));

// %%
show([...skills(timeline), ...skills(resumed)], { fields: ["name", "fate", "reason", "grade", "why"] });

// %% [markdown]
// ## A file that changes in between
//
// The copy of the nested `CLAUDE.md` that comes back is the one on disk by then. `relation` says how it compares with what was
// there before.

// %%
const edited = planted().disk(`${cwd}/sub/CLAUDE.md`, "New rules of this folder. MARK-EDITED\n");
const changed = await readTimeline(compact(edited).toString());
returned(changed).filter((row) => row.item === "file");

// %%
missing(changed);
