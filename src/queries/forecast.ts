import { TranscriptError } from "../read/transcript-error.js";
import type { Item } from "../timeline/carried.js";
import { clusters } from "../timeline/clusters.js";
import type { Event } from "../timeline/event.js";
import { heldSkills, invocationsBefore } from "../timeline/held-skills.js";
import { runsOf } from "../timeline/runs.js";
import { type Standing, standingsOf } from "../timeline/standing.js";
import type { Timeline } from "../timeline/timeline.js";
import { wholeOf } from "../timeline/whole.js";
import { type BudgetOptions, budget } from "./budget.js";
import { addTo, newPast, type Past } from "./forecast-past.js";
import { isSaid } from "./missing.js";
import { reattachedSkills } from "./reattached-skills.js";
import { inferred, type Row, rowOf } from "./row.js";
import { charsByFour, type Estimate, newestRules, type RuleSet } from "./rule-sets.js";
import type { Sourced } from "./rules.js";
import { textsOf } from "./sent-texts.js";
import { lastStood, onlyOtherProcess } from "./skill-fates.js";

/** What a compaction would do with one thing that stands in context. */
export interface ForecastRow extends Row {
  /** `main`, or the id of a subagent. */
  chain: string;
  /** Kind of thing, as in `returned`; `other` for the conversation. */
  item: Item;
  /** Path, skill name, command of a hook; `skill_listing`; `conversation` for all that was said. */
  name: string;
  /** `reference`: it comes back as a path only. */
  prediction: "keep" | "cut" | "lose" | "reference";
  /** Estimated tokens of the whole; null where its text is not in the file. */
  tokens: number | null;
  /** The rule that decides. */
  reason:
    | "within-budget"
    | "over-skill-limit"
    | "over-budget"
    | "other-process"
    | "within-file-limit"
    | "over-file-tokens"
    | "beyond-file-limit"
    | "read-again"
    | "runs-again"
    | "hook-not-run"
    | "not-reinjected"
    | "summary-only";
  /** Of the conversation: prompts and answered questions; of the listing: names. Null elsewhere. */
  count: number | null;
}

/** What `forecast` foresees: of which chain, before which boundary. */
export interface ForecastOptions extends BudgetOptions {
  /** Default `main`. */
  chain?: string;
  /** Ordinal of a recorded boundary: the forecast is of the state just before it. Default: the end of the timeline. */
  before?: number;
}

/**
 * Says what a compaction at the end of the timeline, or at a recorded boundary, would keep, cut and lose by a rule set.
 *
 * Skills go by the budget, and are lost where only an earlier process invoked them; what the last compaction re-attached
 * counts too where the timeline does not hold its invocation, and what it lost does not count until it is invoked again (of
 * 3 such skills of real transcripts none came back, 2026-12-01). Of files those come back that tools read or changed last (a
 * transcript holds no modification time, so this order stands in for it), nested instruction files among them; instructions
 * are read again; a `SessionStart` hook runs again where a compaction ran it before; the skill listing and what was only
 * said are lost, but for the summary. Every row is inferred.
 *
 * Known gaps: what a later compaction keeps as messages is not foreseen; files that the session did not touch, changes
 * made outside it, and files that are gone are not seen; the size of a file that was only read or edited in part is
 * not known, and it counts as small. Throws a `TranscriptError` where the chain has no such boundary.
 *
 * @example
 * const lost = forecast(timeline, newestRules, { before: 2 }).filter((row) => row.prediction === "lose");
 * lost.map((row) => row.name); // => ["review", "skill_listing", "conversation"]
 */
export function forecast(
  timeline: Timeline,
  ruleSet: Sourced<RuleSet> = newestRules,
  options: ForecastOptions = {},
): ForecastRow[] {
  const { chain = "main", before, estimate = charsByFour } = options;
  const whole = wholeOf(timeline);
  const standing = standingsOf(timeline).find((one) => one.chain === chain && one.cluster?.boundary.ordinal === before);
  if (standing !== undefined) {
    const past = newPast();
    for (const one of standingsOf(whole))
      if (one.chain === chain && one.compactions < standing.compactions) addTo(past, whole, one);
    return forecastAt({ timeline, ruleSet, estimate, standing, past });
  }
  if (before === undefined) return [];
  const there = clusters(timeline).flatMap(({ boundary }) => (boundary.chain === chain ? boundary.ordinal : []));
  throw new TranscriptError(
    "wrong-option",
    `The chain ${chain} has no boundary ${before}; pass the ordinal of one that it has (${there.join(", ") || "none"}), or leave \`before\` out.`,
  );
}

interface State {
  timeline: Timeline;
  ruleSet: Sourced<RuleSet>;
  estimate: Estimate;
  standing: Standing;
  past: Past;
}

/** The forecast for one standing. */
export function forecastAt(state: State): ForecastRow[] {
  const { timeline, standing } = state;
  return [
    ...skillForecast(state),
    ...fileForecast(state),
    ...instructionForecast(state),
    ...hookForecast(state),
    ...listingForecast(state),
    ...conversationForecast(state),
  ].map(({ event, why, item, name, prediction, tokens, reason, count = null }) => ({
    chain: standing.chain,
    item,
    name,
    prediction,
    tokens,
    reason,
    count,
    ...rowOf(timeline, event, inferred(why)),
  }));
}

type Forecast = Pick<ForecastRow, "item" | "name" | "prediction" | "tokens" | "reason"> & {
  count?: number;
  event: Event;
  why: string;
};

const fits = "It fits into the budget.";
const crowdedOut = "More recent skills leave no room for it.";

function skillForecast({ timeline, ruleSet, estimate, standing, past }: State): Forecast[] {
  const { chain, cluster, run } = standing;
  const invocations = invocationsBefore(timeline, chain, cluster);
  const skills = heldSkills(invocations).filter(({ name, latest }) => past.lost.get(name) !== latest.event);
  const elsewhere = new Set(
    skills.filter((skill) => onlyOtherProcess(timeline, skill, run, past.back.get(skill.name))).map(({ name }) => name),
  );
  const known = new Set(skills.map(({ name }) => name).filter((name) => !elsewhere.has(name)));
  const weighed = invocations.filter(({ name }) => known.has(name));
  const rows = budget(weighed, ruleSet, { estimate });
  const byName = new Map(rows.map((row) => [row.name, row]));
  const invoked = skills.map(({ name, latest, body }): Forecast => {
    const event = lastStood(latest, past.back.get(name));
    const common = { item: "skill" as const, name, event };
    const tokens = body === null ? null : estimate(body.text);
    const row = byName.get(name);
    if (elsewhere.has(name)) {
      const why = "Only an earlier process invoked it; such skills did not come back (0 of 2, CLI 2.1.285).";
      return { ...common, prediction: "lose", tokens, reason: "other-process", why };
    }
    if (row?.fate === "drop") return { ...common, prediction: "lose", tokens, reason: "over-budget", why: crowdedOut };
    if (row?.fate === "cut") {
      const why = `It is over ${ruleSet.value.skillTokens} tokens: its head comes back.`;
      return { ...common, prediction: "cut", tokens, reason: "over-skill-limit", why };
    }
    return { ...common, prediction: "keep", tokens, reason: "within-budget", why: fits };
  });
  const reattached = reattachedSkills(standing, skills, rows, ruleSet.value, estimate).map(
    ({ stays, ...skill }): Forecast => ({
      item: "skill",
      ...skill,
      ...(stays
        ? { prediction: "keep", reason: "within-budget", why: fits }
        : { prediction: "lose", reason: "over-budget", why: crowdedOut }),
    }),
  );
  return [...invoked, ...reattached];
}

/** Files and nested instruction files in one order, the last touched first; of the nested ones a new process knew none. */
function fileForecast({ timeline, ruleSet, estimate, standing }: State): Forecast[] {
  const { files: limit, fileTokens } = ruleSet.value;
  const { files, nestedMemories, instructions, events, run } = standing;
  const runs = runsOf(timeline);
  const elsewhere = (event: Event): boolean => run !== null && (runs.of(event) ?? run) < run;
  const order = new Map(events.map((event, at) => [event, at]));
  const touched = [
    ...[...files].map(([name, { event, chars }]) => ({
      item: "file" as const,
      name,
      event,
      tokens: chars === null ? null : estimateOf(estimate, chars),
    })),
    ...[...nestedMemories].map(([name, event]) => ({
      item: "nested-memory" as const,
      name,
      event,
      tokens: tokensOf(event, name, estimate),
    })),
  ]
    .filter(({ name }) => !instructions.has(name))
    .sort((a, b) => (order.get(b.event) ?? 0) - (order.get(a.event) ?? 0));
  let later = 0;
  return touched.map((file): Forecast => {
    if (file.item !== "file" && elsewhere(file.event)) {
      const why = "An earlier process loaded it; such files did not come back (0 of 2, CLI 2.1.285).";
      return { ...file, prediction: "lose", reason: "other-process", why };
    }
    const at = later++;
    if (limit === null)
      return {
        ...file,
        prediction: "lose",
        reason: "summary-only",
        why: "The rule set of that day names no files that come back.",
      };
    if (at >= limit) {
      const why = `${limit} files were read or changed later; their order stands in for the time of modification.`;
      return { ...file, prediction: "lose", reason: "beyond-file-limit", why };
    }
    if (fileTokens !== null && file.tokens !== null && file.tokens > fileTokens)
      return {
        ...file,
        prediction: "reference",
        reason: "over-file-tokens",
        why: `It is over ${fileTokens} tokens: its path comes back.`,
      };
    const why = `It is among the ${limit} files that were read or changed last; their order stands in for the time of modification.`;
    return { ...file, prediction: "keep", reason: "within-file-limit", why };
  });
}

function instructionForecast({ standing, estimate }: State): Forecast[] {
  const why = "Instructions are documented to be read again.";
  return [...standing.instructions].map(([name, event]) => ({
    item: "instructions",
    name,
    event,
    prediction: "keep",
    tokens: tokensOf(event, name, estimate),
    reason: "read-again",
    why,
  }));
}

function hookForecast({ standing, past, estimate }: State): Forecast[] {
  return [...standing.hooks].flatMap(([name, { text }]): Forecast[] => {
    if (text === null) return [];
    const common = { item: "hook" as const, name, event: text, tokens: estimate(text.delivered ?? "") };
    return past.hooks.has(name)
      ? [{ ...common, prediction: "keep", reason: "runs-again", why: "An earlier compaction of the session ran it." }]
      : [{ ...common, prediction: "lose", reason: "hook-not-run", why: "No compaction of the session ran it so far." }];
  });
}

function listingForecast({ standing, estimate }: State): Forecast[] {
  const events = new Set(standing.listed.values());
  const last = [...events].pop();
  if (last === undefined) return [];
  const texts = [...events].flatMap(({ carried }) => carried.flatMap(({ text }) => text ?? []));
  const tokens = estimate(texts.join("\n"));
  const why = "The skill listing is documented not to be sent again after a compaction.";
  const count = standing.listed.size;
  return [
    {
      item: "skill-listing",
      name: "skill_listing",
      event: last,
      prediction: "lose",
      tokens,
      reason: "not-reinjected",
      count,
      why,
    },
  ];
}

const isTypedCommand = (event: Event): boolean => event.kind === "command" && event.startsTurn;

/** Tools by which the model asks the person: the answer is a decision that stands only here. */
const askingTools: ReadonlySet<string | null> = new Set(["AskUserQuestion", "ExitPlanMode"]);

function conversationForecast({ standing, estimate }: State): Forecast[] {
  const prompts = standing.events.filter((event) => (event.kind === "prompt" ? event.typed : isTypedCommand(event)));
  const answers = standing.events.filter((event) => event.kind === "tool-result" && askingTools.has(event.tool));
  const last = [...prompts, ...answers].pop() ?? standing.events.findLast(isSaid);
  if (last === undefined || last.kind === "summary") return [];
  const texts = [...prompts, ...answers].flatMap(textsOf).map(({ text }) => text ?? "");
  const count = prompts.length + answers.length;
  const subject =
    count === 0
      ? "What was said stands"
      : count === 1
        ? "One prompt or answered question stands"
        : `${count} prompts and answered questions stand`;
  const why = `${subject} only in the conversation; what the summary keeps of it is not foreseen.`;
  return [
    {
      item: "other",
      name: "conversation",
      event: last,
      prediction: "lose",
      tokens: estimate(texts.join("\n")),
      reason: "summary-only",
      count,
      why,
    },
  ];
}

/** Tokens of a text of which only the length is known: of as many characters of short words. */
const estimateOf = (estimate: Estimate, chars: number): number =>
  estimate("word ".repeat(Math.ceil(chars / 5)).slice(0, chars));

function tokensOf(event: Event, name: string, estimate: Estimate): number | null {
  const text = event.kind === "attachment" ? event.carried.find((one) => one.name === name)?.text : null;
  return text === null || text === undefined ? null : estimate(text);
}
