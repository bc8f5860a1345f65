import { boundaries, count, day, missing, returned, rollup, session, sum, usage } from "tidemark/node";

/** Names of models that are told apart; a transcript can hold any text in their place. */
const mostModels = 50;

/**
 * What was seen of a folder so far: each request and each compaction once, in however many files it stands.
 *
 * A counter may only grow, so what was counted stays when its file is deleted. What came back and what did not is settled
 * with the first request after a compaction, and counted from then on.
 */
export function history() {
  const requests = new Map();
  const compactions = new Map();
  const sessions = new Map();
  const models = new Set();
  let failures = 0;

  const modelOf = (name) => {
    if (name === null) return "unknown";
    if (name.length <= 100 && models.size < mostModels) models.add(name);
    return models.has(name) ? name : "other";
  };

  return {
    requests,
    compactions,
    sessions,
    failures: () => failures,
    fail() {
      failures++;
    },
    forget: (file) => sessions.delete(file),
    put(file, timeline) {
      for (const row of usage(timeline)) {
        const known = requests.get(row.messageId);
        if (known !== undefined && (known.output ?? -1) > (row.output ?? -1)) continue;
        const { messageId, at, sessionId, chain, input, output, cacheRead } = row;
        const cacheWrite = addUp(row.cacheWrite5m, row.cacheWrite1h, row.cacheWriteUnsplit);
        const model = known?.model ?? modelOf(row.model);
        requests.set(messageId, { at, sessionId, chain, model, input, output, cacheRead, cacheWrite });
      }
      const lost = missing(timeline);
      const back = returned(timeline);
      const folder = timeline.events.find((event) => event.cwd !== null)?.cwd ?? null;
      for (const row of boundaries(timeline)) {
        if (row.kind !== "compact") continue;
        const isHere = ({ chain, boundary }) => chain === row.chain && boundary === row.boundary;
        const key = row.uuid ?? `${file} ${row.chain} ${row.boundary}`;
        const isSettled = row.firstRequestAfter !== null;
        const rows = (all) => (isSettled ? all.filter(isHere) : []);
        const known = compactions.get(key);
        compactions.set(key, {
          at: row.at,
          sessionId: row.sessionId,
          chain: row.chain,
          boundary: row.boundary,
          // Transcripts can hold any text here too.
          trigger: ["manual", "auto"].includes(row.trigger) ? row.trigger : "other",
          preTokens: row.preTokens,
          postTokens: row.postTokens,
          droppedTokens: row.droppedTokens,
          durationMs: row.durationMs,
          returned: known?.isSettled ? known.returned : rows(back).map(({ item, source }) => ({ item, source })),
          missing: known?.isSettled
            ? known.missing
            : rows(lost).map(({ item, name, reason }) => ({ item, name: nameBelow(folder, name), reason })),
          isSettled: known?.isSettled || isSettled,
        });
      }
      const [row] = session(timeline);
      if (timeline.files[0]?.chain === "main")
        sessions.set(file, { sessionId: row.sessionId, lastAt: row.lastAt, context: row.context });
    },
    /** The same as rows: flat, with times as epoch milliseconds, and null where the record does not say. */
    tables: {
      tokens: () => {
        const tokens = { input: sum("input"), output: sum("output"), cacheRead: sum("cacheRead") };
        const measures = { requests: count(), ...tokens, cacheWrite: sum("cacheWrite") };
        return rollup([...requests.values()], { day: day("UTC"), model: "model" }, measures).sort(byDayAndModel);
      },
      compactions: () =>
        [...compactions.values()].map(({ returned, missing, isSettled, ...row }) => ({
          ...row,
          returned: isSettled ? returned.length : null,
          missing: isSettled ? missing.filter(isKnown).length : null,
          notRecorded: isSettled ? missing.filter((thing) => !isKnown(thing)).length : null,
        })),
      missing: () =>
        [...compactions.values()].flatMap(({ at, sessionId, chain, boundary, missing }) =>
          missing.map((row) => ({ at, sessionId, chain, boundary, ...row })),
        ),
      sessions: () => [...sessions.values()],
    },
  };
}

/** Days in their order, what has none last. */
const byDayAndModel = (one, other) =>
  Number(one.day === null) - Number(other.day === null) ||
  (one.day ?? "").localeCompare(other.day ?? "") ||
  one.model.localeCompare(other.model);

/** A path without the session's folder that it lies in; any other name as it is. */
const nameBelow = (folder, name) =>
  folder !== null && name?.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name;

/** Null where none of them is recorded. */
const addUp = (...values) => values.reduce((all, value) => (value === null ? all : (all ?? 0) + value), null);

/** False for a thing of which the version writes nothing: it may be there all the same. */
export const isKnown = ({ reason }) => reason !== "not-recorded";
