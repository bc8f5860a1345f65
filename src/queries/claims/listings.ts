import { compareVersions } from "../../../schemas/versions/compare.js";
import type { Attachment, Event } from "../../timeline/event.js";
import { runsOf } from "../../timeline/runs.js";
import { newestRules } from "../rule-sets.js";
import { atBoundaries, type Claim, type Judge, judged } from "./claim.js";
import { type BoundaryFacts, speaks } from "./session-facts.js";
import { changelog, docsOfOctober, issue, laboratory, skillsArticle } from "./sources.js";

const isListing = (event: Event): event is Attachment =>
  event.kind === "attachment" && event.carrier === "skill_listing";

const fullAfter = ({ cluster }: BoundaryFacts): Attachment[] =>
  [...cluster.rows, ...cluster.nextPrompt].filter(
    (event): event is Attachment => isListing(event) && event.listing?.initial === true,
  );

const notReinjected = atBoundaries((facts) => {
  if (facts.before.listed.size === 0) return null;
  const full = fullAfter(facts);
  if (full.length > 0) return judged(false, ...full);
  return judged(speaks(facts, "attachment/skill_listing") ? true : null, facts.cluster.boundary);
});

const withNewProcess = atBoundaries((facts) => {
  const { timeline, cluster, before } = facts;
  const first = cluster.nextPrompt[0];
  const runs = runsOf(timeline);
  const now = runs.of(cluster.boundary);
  const next = first === undefined ? null : runs.of(first);
  if (before.listed.size === 0 || first === undefined || now === null || next === null || next <= now) return null;
  const full = fullAfter(facts);
  if (full.length > 0) return judged(true, ...full);
  return judged(speaks(facts, "attachment/skill_listing") && cluster.requestAfter !== null ? false : null, first);
});

/** Each listing with text of a range of versions: does every entry keep to the limit? */
const entriesUpTo =
  (limit: number, from: string, before: string | null): Judge =>
  ({ attachments }) =>
    listings(attachments, from, before).flatMap((event) => {
      const text = event.carried[0]?.text ?? null;
      return text === null ? [] : [judged(longestEntry(text) <= limit, event)];
    });

function listings(attachments: Attachment[], from: string, before: string | null): Attachment[] {
  const within = (version: string): boolean =>
    compareVersions(version, from) >= 0 && (before === null || compareVersions(version, before) < 0);
  return attachments.filter((event) => isListing(event) && event.cliVersion !== null && within(event.cliVersion));
}

/** Characters of the longest description: an entry is `- name: description`, which may have more lines. */
const longestEntry = (text: string): number =>
  text
    .split(/^- /m)
    .reduce((longest, entry) => Math.max(longest, entry.slice(entry.indexOf(": ") + 2).trimEnd().length), 0);

const onlyChanged: Judge = ({ attachments }) => {
  let whole = 0;
  return listings(attachments, "0", null).flatMap((event) => {
    const { initial, names } = event.listing ?? { initial: null, names: [] };
    if (initial === true) whole = names.length;
    const applies =
      initial === false && whole > 1 && event.cliVersion !== null && compareVersions(event.cliVersion, "2.1.174") >= 0;
    return applies ? [judged(names.length < whole, event)] : [];
  });
};

export const listingClaims = (): Claim[] => [
  {
    id: "docs.listing-not-reinjected",
    claim: "The skill listing is not injected again after a compaction.",
    ...docsOfOctober,
    judge: notReinjected,
  },
  {
    id: "issue-82017.listing-lost",
    claim: "A session that goes on after a compaction has lost its list of skills.",
    ...issue(82017),
    judge: notReinjected,
  },
  {
    id: "lab.listing-with-new-process",
    claim: "A process that resumes after the compaction sends the complete listing.",
    ...laboratory,
    judge: withNewProcess,
  },
  {
    id: "changelog.no-listing-on-resume",
    claim: "From 2.1.70 on, the listing is no longer sent again with every resume; tested after compactions.",
    ...changelog("2.1.70"),
    judge: (session) =>
      withNewProcess(session).map(({ held, places }) => ({ held: held === null ? null : !held, places })),
  },
  {
    id: "skills.listing-entry-1536",
    claim: "Each entry of the listing is cut at 1,536 characters.",
    ...skillsArticle,
    judge: entriesUpTo(newestRules.value.listingEntryChars, "2.1.105", null),
  },
  {
    id: "changelog.listing-entry-250",
    claim: "From 2.1.86 to 2.1.104 each description was cut at 250 characters.",
    ...changelog("2.1.86"),
    judge: entriesUpTo(250, "2.1.86", "2.1.105"),
  },
  {
    id: "changelog.only-changed-skills",
    claim: "From 2.1.174 on, an update of the listing names only the skills that changed.",
    ...changelog("2.1.174"),
    judge: onlyChanged,
  },
];
