import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { isKnown } from "./history.js";

/** A session is active as long as its last line is no older. */
const activeMs = 5 * 60 * 1000;
/** Sessions that get a gauge of their own, where that was asked for. */
const mostSessions = 50;

/**
 * The metrics of a history, worked out anew for each scrape.
 *
 * Labels are words of the library, and models, whose number is bounded. Ids of sessions are labels only with `sessions`:
 * each makes a time series of its own.
 */
export function metricsOf(seen, { sessions }) {
  const registers = [new Registry()];
  const [registry] = registers;

  /**
   * A counter whose values are summed up from scratch by `add`. It refuses what is below 0, which no program counts but a
   * transcript can hold: one such number must not end all scrapes.
   */
  const counter = (name, help, labelNames, add) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        add((labels, value) => value !== null && value >= 0 && this.inc(labels, value));
      },
    });
  const gauge = (name, help, value) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  const requests = () => seen.requests.values();
  const compactions = () => seen.compactions.values();
  const active = () =>
    [...seen.sessions.values()].filter(({ lastAt }) => lastAt !== null && Date.now() - lastAt <= activeMs);

  const kinds = { input: "input", output: "output", cache_read: "cacheRead", cache_write: "cacheWrite" };
  counter("tidemark_tokens_total", "Tokens of requests, apart by what they were.", ["model", "kind"], (add) => {
    for (const row of requests()) for (const kind in kinds) add({ model: row.model, kind }, row[kinds[kind]]);
  });
  counter("tidemark_requests_total", "Requests to the model.", ["model"], (add) => {
    for (const { model } of requests()) add({ model }, 1);
  });
  counter("tidemark_compactions_total", "Compactions.", ["trigger"], (add) => {
    for (const { trigger } of compactions()) add({ trigger }, 1);
  });
  counter(
    "tidemark_compaction_dropped_tokens_total",
    "Tokens that compactions dropped, where it is recorded.",
    ["trigger"],
    (add) => {
      for (const { trigger, droppedTokens } of compactions()) add({ trigger }, droppedTokens);
    },
  );
  counter("tidemark_returned_total", "Things that came back after compactions.", ["item", "source"], (add) => {
    for (const { returned } of compactions()) for (const labels of returned) add(labels, 1);
  });
  counter("tidemark_missing_total", "Things that did not come back after compactions.", ["item", "reason"], (add) => {
    for (const { missing } of compactions())
      for (const { item, reason } of missing.filter(isKnown)) add({ item, reason }, 1);
  });
  counter("tidemark_not_recorded_total", "Things of which nothing is recorded after compactions.", ["item"], (add) => {
    for (const { missing } of compactions()) for (const row of missing) if (!isKnown(row)) add({ item: row.item }, 1);
  });
  new Histogram({
    name: "tidemark_compaction_duration_seconds",
    help: "Duration of compactions, where it is recorded.",
    buckets: [5, 10, 20, 40, 80, 160, 320],
    registers,
    collect() {
      this.reset();
      for (const { durationMs } of compactions())
        if (durationMs !== null && durationMs >= 0) this.observe(durationMs / 1000);
    },
  });
  gauge("tidemark_sessions", "Sessions whose transcripts are there.", () => seen.sessions.size);
  gauge("tidemark_active_sessions", "Sessions whose last line is at most five minutes old.", () => active().length);
  gauge("tidemark_largest_context_tokens", "Tokens in the largest context of an active session; 0 without one.", () =>
    active().reduce((most, { context }) => Math.max(most, context ?? 0), 0),
  );
  counter("tidemark_unreadable_total", "Times that a file or folder could not be read.", [], (add) => {
    add({}, seen.failures());
  });
  if (sessions)
    new Gauge({
      name: "tidemark_session_context_tokens",
      help: "Tokens in the context of each active session.",
      labelNames: ["session"],
      registers,
      collect() {
        this.reset();
        for (const { sessionId, context } of active().slice(0, mostSessions))
          if (sessionId !== null && context !== null) this.set({ session: sessionId }, context);
      },
    });
  return registry;
}
