import { createHash } from "node:crypto";
import fc from "fast-check";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { missing, openTimeline, readTimeline, returned, type Timeline } from "../../../src/node.js";
import { type Card, cardsOf } from "../../../src/show/card.js";
import { sumOf } from "../../../src/systems/report/session-report.js";
import { reportHtml } from "../../../src/systems.js";
import { transcript } from "../../../src/testing.js";
import { madeUpSecrets } from "../../export/made-up-secrets.js";
import { anySession } from "../../properties/compacted-session.js";
import { disorder } from "../../queries/disorder.js";
import { newSession } from "../session-file.js";
import { hostileSession } from "./sessions.js";

const demo = "fixtures/demo/session.jsonl";
const documentOf = (html: string): Document => parseHTML(html).document;
const textsOf = (root: ParentNode, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map((one) => (one.textContent ?? "").trim());

/** The rows of a table as texts. */
const rowsOf = (table: Element): string[] => textsOf(table, "tbody tr");

/** What must hold for any page: nothing in it acts, every link leads somewhere in it. */
function expectHarmless(html: string): void {
  const document = documentOf(html);
  expect(document.querySelectorAll("script, img, iframe, object, embed, link, form, base, use, image")).toHaveLength(0);
  const ids = new Set<string>();
  for (const element of document.querySelectorAll("*")) {
    for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^style$|^src|^action/);
    if (element.id === "") continue;
    expect(ids).not.toContain(element.id);
    ids.add(element.id);
  }
  for (const { href } of document.querySelectorAll("a")) expect(ids).toContain(href.replace(/^.*#/, ""));
  expect(html).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}|[\u202e\ufffe\uffff]/u);
  const [style = "", ...others] = textsOf(document, "style");
  expect(others).toEqual([]);
  const hash = createHash("sha256")
    .update(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? style)
    .digest("base64");
  const policy = document.querySelector("meta[http-equiv=Content-Security-Policy]")?.getAttribute("content");
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
}

describe("the page of a session", () => {
  test("bears the title that the session has, with its id below; redacted, the id alone", async () => {
    const titled = newSession()
      .prompt("go")
      .raw({ type: "custom-title", customTitle: "<Tax> by region", sessionId: "x" });
    const timeline = await readTimeline(titled.toString());
    const page = documentOf(await reportHtml(timeline));
    expect(textsOf(page, "h1, title")).toEqual([
      "<Tax> by region: what came back after each compaction",
      "<Tax> by region",
    ]);
    const redacted = documentOf(await reportHtml(timeline, { redact: true }));
    expect(textsOf(redacted, "h1")).toEqual([`Session ${timeline.sessionId?.slice(0, 8)}`]);
    expect(textsOf(page, ".facts-line")[0]).toMatch(`Session ${timeline.sessionId?.slice(0, 8)} · `);
  });

  test("has a card for each boundary with a row for each thing, and numbers that the queries give", async () => {
    const timeline = await openTimeline(demo);
    const document = documentOf(await reportHtml(timeline));
    const cards = [...document.querySelectorAll("article.card")];
    expect(cards.map(({ id }) => id)).toEqual(["b1", "b2"]);
    cards.forEach((card, at) => {
      const here = <R extends { chain: string; boundary: number }>(rows: R[]) =>
        rows.filter(({ chain, boundary }) => chain === "main" && boundary === at + 1).length;
      const [back, lost] = [...card.querySelectorAll("table")].map((table) => rowsOf(table).length);
      expect([back, lost]).toEqual([here(returned(timeline)), here(missing(timeline))]);
    });
    // 167,900 less 22,400 and 81,000 less 9,100; of the things missing two are the conversation.
    expect(textsOf(document, ".figures dd")).toEqual(["2", "217,400", "10", "1"]);
    expect(document.querySelectorAll(".picture:not(.phone) svg[role=img]")).toHaveLength(4);
    expect(document.querySelectorAll(".phone svg[role=img]")).toHaveLength(4);
  });

  test("a line is an anchor at its first mention, and a table comes in each order with the same rows", async () => {
    const document = documentOf(await reportHtml(await openTimeline(demo)));
    expect(document.getElementById("L40")?.closest("article")?.id).toBe("b1");
    const orders = [...document.querySelectorAll("#all .order")].map((order) => rowsOf(order));
    expect(orders.length).toBe(textsOf(document, "#all label").length);
    for (const rows of orders) expect(rows.toSorted()).toEqual(orders[0]?.toSorted());
    const sizes = [...(document.querySelectorAll("#all .order")[4] as Element).querySelectorAll("tbody tr")].map(
      (row) => Number.parseInt(textsOf(row, "td")[5]?.replaceAll(",", "") ?? "", 10),
    );
    const known = sizes.filter((size) => !Number.isNaN(size));
    expect(known).toEqual(known.toSorted((a, b) => b - a));
    expect(sizes.slice(0, known.length)).toEqual(known);
  });

  test("says of a version that it records no instructions, and nothing of one that does", async () => {
    const old = newSession("2.1.226").prompt("Go.").reply("Done.").compact().prompt("On.").reply("Done.");
    const document = documentOf(await reportHtml(await readTimeline(old.toString())));
    expect(textsOf(document, ".card .note")).toEqual(["Instructions: not recorded by CLI 2.1.226."]);
    expect(textsOf(documentOf(await reportHtml(await openTimeline(demo))), ".card .note")).toEqual([]);
  });

  test("is harmless whatever the transcript holds", async () => {
    const timeline = await readTimeline(hostileSession().toString());
    for (const redact of [false, true]) expectHarmless(await reportHtml(timeline, { redact }));
    expectHarmless(await reportHtml([timeline, timeline]));
  });

  test("says where there is nothing to tell", async () => {
    const html = await reportHtml(await readTimeline(newSession().prompt("Hello.").toString()));
    expect(html).toContain("No compaction boundary in this transcript.");
    expect(html).toContain("No request is recorded.");
    expectHarmless(html);
    expectHarmless(await reportHtml([]));
  });

  test("redacted, it has no secret, no home folder and no argument", async () => {
    const secrets = madeUpSecrets(60);
    const session = newSession();
    for (const { kind, text } of secrets) {
      session.prompt(text).skill(`s ${text}`, text, { args: `words ${text}` });
      // A password is known by the word before it, which is not looked for within a path.
      if (kind !== "password") session.read(`/home/dev/${text}/a.ts`, text);
    }
    const timeline = await readTimeline(session.compact().prompt("On.").reply("Yes.").toString());
    const html = await reportHtml(timeline, { redact: true });
    for (const { values } of secrets) for (const value of values) expect(html).not.toContain(value);
    expect(html).not.toContain("/home/dev");
    expect(html).not.toContain("words ");
    expect(html).toContain("redacted");
  });
});

test("any session has a page that is harmless", async () => {
  await fc.assert(
    fc.asyncProperty(anySession({ faults: disorder }), async (session) =>
      expectHarmless(await reportHtml(await readTimeline(session.toString()))),
    ),
    { numRuns: 15 },
  );
}, 120_000);

test("a thing links to the compaction that it was lost at, not to a microcompaction with its number", async () => {
  const session = transcript({ cliVersion: "2.1.20" }).prompt("a").reply("b").compact().prompt("c").reply("d");
  session.raw({
    type: "system",
    subtype: "microcompact_boundary",
    uuid: "micro-1",
    parentUuid: null,
    microcompactMetadata: { trigger: "auto", preTokens: 50_000 },
  });
  const document = documentOf(await reportHtml(await readTimeline(session.prompt("e").reply("f").toString())));
  expect(document.querySelector("#m1")).not.toBeNull();
  const links = [...document.querySelectorAll("#all tbody a")].flatMap((link) => link.getAttribute("href") ?? []);
  expect(links).toContain("#b1");
  expect(links).not.toContain("#m1");
});

describe("the page of many sessions", () => {
  const lost = () => newSession().prompt("Go.").skill("deploy", "Tag.").reply("Done.");

  test("counts what the sessions hold, and has the one that lost most first", async () => {
    const timelines = [
      await readTimeline(
        newSession()
          .prompt("a")
          .reply("b")
          .compact({ preTokens: 5000, postTokens: 1000 })
          .prompt("c")
          .reply("d")
          .toString(),
      ),
      await openTimeline(demo),
      await readTimeline(lost().toString()),
    ];
    const document = documentOf(await reportHtml(timelines));
    const [sessions, compactions, dropped] = textsOf(document, ".figures dd");
    expect([sessions, compactions, dropped]).toEqual(["3", "3", "221,400"]);
    const first = document.querySelector("#sessions .order tbody tr td")?.textContent;
    expect(first).toBe("session.jsonl");
  });

  test("of a version that records no attachments it does not say that nothing was lost", async () => {
    const old = await openTimeline("fixtures/versions/2.0.67.jsonl");
    const document = documentOf(await reportHtml([old]));
    expect(textsOf(document, ".figures dd").at(-1)).toBe("not recorded");
  });

  test("what such a version is known to have lost all the same is counted, as the card tells it", async () => {
    const cards = cardsOf(await openTimeline("fixtures/versions/2.0.67.jsonl"));
    expect(sumOf(cards).lost).toBeNull();
    // A hook that ran again and delivered nothing: its text of the start is gone, whatever is not recorded.
    const hook = { item: "hook", name: "SessionStart", reason: "unknown" } as const;
    const [card] = cards as [Card];
    const known = { ...card, missing: card.missing.map((row) => ({ ...row, ...hook })).slice(0, 1) };
    expect(known.missing).toHaveLength(1);
    expect(sumOf([known]).lost).toBe(1);
    expect(sumOf([known, card]).lost).toBe(1);
  });

  test("takes timelines one after another and keeps none", async () => {
    const kept: WeakRef<Timeline>[] = [];
    let open = 0;
    async function* timelines() {
      for (let at = 0; at < 5; at++) {
        expect(open).toBe(0);
        open++;
        const timeline = await readTimeline(lost().compact().toString());
        kept.push(new WeakRef(timeline));
        yield timeline;
        open--;
      }
    }
    expect(textsOf(documentOf(await reportHtml(timelines())), ".figures dd")[0]).toBe("5");
  });
});
