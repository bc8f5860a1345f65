import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoEntries, demoTranscript, folder, linesOf } from "./demo-transcript.js";
import { inFolder, runCaptured } from "./run-captured.js";

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "Asia/Kolkata";
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const report = (transcript: string, options?: { columns?: number; color?: boolean }) =>
  inFolder({ "session.jsonl": transcript }, async (path) => {
    const { code, out, err } = await runCaptured(["report", `${path}/session.jsonl`], options);
    return { code, out: out.replaceAll(path, "PATH"), err };
  });

test("the report of a session says what happened at its boundary and what came back", async () => {
  const { code, out, err } = await report(demoTranscript());
  // 10:00:39 in UTC is 15:30:39 in Kolkata; 2 kept messages have 24 and 5 characters.
  expect(out.split("\n").slice(1)).toEqual([
    "8 entries · CLI 2.1.285 · 2 requests · 22,676 tokens of context at the end",
    "in /home/dev/tide",
    "",
    "Boundary 1 · manual · run 1 · line 3",
    "  when      2026-09-30 15:30:39+05:30, CLI 2.1.285",
    "  recorded  23,412 tokens before, 1,740 after, 21,672 dropped, in 18.9 s",
    "  measured  23,412 tokens in the last request before, 22,676 in the first after",
    "  mode      full, 2 kept messages in the file",
    "",
    "  item       name                  source     chars  relation  line",
    "  summary    -                     summary       26  new          4",
    "  preserved  2 kept, lines 1-2     preserved     29  equal        1",
    "  file       notes/plan.md         disk?      1,200  new          5",
    "  hook       SessionStart:compact  hook          10  new          6",
    "",
    "source? is inferred, ? is unknown; relation is to the latest earlier copy.",
    "No issues.",
    "",
  ]);
  expect([code, err]).toEqual([0, ""]);
});

test("a version that writes no attachments is said to record none", async () => {
  const old = demoEntries({ version: "2.0.67" }).filter((entry) => (entry as { type: string }).type !== "attachment");
  const { out } = await report(linesOf(old));
  expect(out).toContain("  Files, skills, instructions, listings: not recorded by CLI 2.0.67.");
});

test("a version that writes attachments and no instructions is said to record no instructions", async () => {
  const noteOf = async (version: string) => {
    const { out } = await report(linesOf(demoEntries({ version })));
    return out.split("\n").filter((line) => line.startsWith("  Instructions: "));
  };
  expect(await noteOf("2.1.226")).toEqual(["  Instructions: not recorded by CLI 2.1.226."]);
  // None was looked at between 2.1.252, which has none, and 2.1.260, which has them.
  expect(await noteOf("2.1.255")).toEqual(["  Instructions: not known to be recorded by CLI 2.1.255."]);
  expect(await noteOf("2.1.285")).toEqual([]);
});

test("a session without a boundary says so, with what is known of it", async () => {
  const { out } = await report(linesOf(demoEntries().slice(0, 2)));
  expect(out.split("\n").slice(1)).toEqual([
    "2 entries · CLI 2.1.285 · 1 request · 23,412 tokens of context at the end",
    "in /home/dev/tide",
    "",
    "No compaction boundary in this transcript.",
    "No issues.",
    "",
  ]);
});

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}.jsonl`, import.meta.url));

test("what did not come back is grouped by kind, with names where they are few and the reason", async () => {
  // The article: the skill is lost in A1, the nested file where no file near it is read again.
  const { out } = await runCaptured(["report", fixture("lab/A1")]);
  expect(unwrapped(out)).toContain(
    "lost 1 nested instruction file (sub/CLAUDE.md: not reinjected), 1 skill (lab-skill: other process?)",
  );
  // The demo's case: two things beyond the limit of five files, the listing, at the second boundary another process.
  const demo = unwrapped((await runCaptured(["report", fixture("demo/session")])).out);
  expect(demo).toContain("lost 1 file (src/order.ts: beyond file limit?), 1 nested instruction file (src/CLAUDE.md:");
  expect(demo).toMatch(/lost .*1 skill \(review: other process\?\), skill listing/);
});

test("a conflict is one line: the older text, the newer one, and what retires it", async () => {
  // The README's case: the held copy of line 53 is older than the edit; the delta of line 63 brings the file.
  const { out } = await runCaptured(["report", fixture("demo/session")]);
  expect(out).toContain("\n  conflict  CLAUDE.md: held (line 53), newer disk (line 63), retired by line 63\n");
});

test.each(["lab/A1", "lab/B1", "lab/C1", "lab/D1", "demo/session"])(
  "the report of %s keeps to 80 columns",
  async (name) => {
    const { out } = await runCaptured(["report", fixture(name)]);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  },
);

const unwrapped = (text: string): string => text.replace(/\s+/g, " ");

test("the report ends with the issues by level and where to read them", async () => {
  const { out } = await report(`${demoTranscript()}{"type":"user","uu\n`);
  expect(out.split("\n").slice(-4).join(" ")).toContain("1 error; see tidemark check");
});

test("no line is wider than the terminal, and none than 80 columns without one", async () => {
  const fileName = `${folder}/${"very-long-folder-name/".repeat(8)}plan.md`;
  for (const columns of [40, 60, 80, null, 132]) {
    const { out } = await report(demoTranscript({ fileName }), { columns: columns ?? undefined });
    const widest = Math.max(...out.split("\n").map((line) => line.length));
    expect(widest).toBeLessThanOrEqual(columns ?? 80);
  }
});

test("a long name loses its middle and keeps its end", async () => {
  const { out } = await report(demoTranscript({ fileName: `${folder}/${"a/".repeat(60)}plan.md` }));
  expect(out).toMatch(/ {2}file {7}a\/[a/]+…[a/]+plan\.md {2}disk\?/);
});

test("colour is used only where it is allowed, and changes no character", async () => {
  const plain = await report(demoTranscript());
  const colored = await report(demoTranscript(), { color: true });
  const esc = String.fromCharCode(27);
  expect(plain.out).not.toContain(esc);
  expect(colored.out).toContain(`${esc}[1m`);
  expect(colored.out.replaceAll(new RegExp(`${esc}\\[\\d+m`, "g"), "")).toBe(plain.out);
});

test("a hostile file name can't steer the terminal", async () => {
  const fileName = `${folder}/\u001b]0;title\u0007\u001b[2Jred\u202egnp\r\n\u009b31m.md`;
  const { out } = await report(demoTranscript({ fileName }));
  expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(out).toContain("redgnp .md");
});

test("a folder gives one line per session, and the cards only with --all", async () => {
  const files = { "a/one.jsonl": demoTranscript(), "b/two.jsonl": linesOf(demoEntries().slice(0, 2)) };
  await inFolder(files, async (path) => {
    const short = await runCaptured(["report", path]);
    expect(short.out.split("\n").slice(1)).toEqual([
      "session      boundaries  requests  context",
      "a/one.jsonl           1         2   22,676",
      "b/two.jsonl           0         1   23,412",
      "context: tokens at the end. All cards: --all.",
      "",
    ]);
    const all = await runCaptured(["report", path, "--all"]);
    expect(all.out.match(/^Boundary 1/gm)).toHaveLength(1);
    expect(all.out.match(/^No compaction boundary/gm)).toHaveLength(1);
  });
});
