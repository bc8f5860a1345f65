/** A question with the SQL that answers it. */
export interface SqlQuery {
  name: string;
  question: string;
  /** Runs on DuckDB and on ClickHouse alike, over the views of `exportTables`. */
  sql: string;
}

/**
 * Twenty questions to a history, with their SQL. The order of the rows is always given, so that both engines answer the
 * same to the letter.
 *
 * @example
 * sqlQueries.find((query) => query.name === "missing-by-reason")?.question; // => "What was lost at boundaries, and why?"
 */
export const sqlQueries: readonly SqlQuery[] = [
  {
    name: "tokens-by-day",
    question: "How many tokens went through each day?",
    sql: `select day, count(*) as message_count, sum(input) as input_tokens, sum(output) as output_tokens,
  sum(cache_read) as cache_read_tokens,
  sum(coalesce(cache_write_5m, 0) + coalesce(cache_write_1h, 0) + coalesce(cache_write_unsplit, 0)) as cache_write_tokens
from usage
group by day
order by day`,
  },
  {
    name: "tokens-by-model",
    question: "How many tokens did each model take, in the main conversation and in subagents?",
    sql: `select model, case when chain = 'main' then 'main' else 'subagent' end as conversation,
  count(*) as message_count, sum(input) as input_tokens, sum(output) as output_tokens
from usage
group by model, case when chain = 'main' then 'main' else 'subagent' end
order by model, conversation`,
  },
  {
    name: "tokens-by-project",
    question: "How many tokens did each project take, over how many sessions?",
    sql: `select project, count(distinct session_id) as session_count, count(*) as message_count,
  sum(output) as output_tokens, sum(context) as request_tokens
from usage
group by project
order by project`,
  },
  {
    name: "largest-requests",
    question: "Which requests were the largest?",
    sql: `select session_id, message_id, chain, context
from usage
where context is not null
order by context desc, message_id
limit 10`,
  },
  {
    name: "output-after-boundaries",
    question: "How much of the output was written after a compaction?",
    sql: `select boundary, count(*) as message_count, sum(output) as output_tokens, avg(context) as mean_request
from usage
where chain = 'main'
group by boundary
order by boundary`,
  },
  {
    name: "boundaries-by-trigger",
    question: "What starts compactions, and what do they do to the size?",
    sql: `select coalesce(trigger, 'not recorded') as started_by, count(*) as boundary_count,
  avg(pre_tokens) as mean_before, avg(post_tokens) as mean_after, max(duration_ms) as longest_ms
from boundaries
where kind = 'compact'
group by coalesce(trigger, 'not recorded')
order by started_by`,
  },
  {
    name: "boundaries-by-version",
    question: "Which CLI versions compacted, and how much did the first request after it hold?",
    sql: `select cli_version, count(*) as boundary_count, avg(first_request_after) as mean_after
from boundaries
where kind = 'compact'
group by cli_version
order by cli_version`,
  },
  {
    name: "dropped-by-session",
    question: "Which sessions dropped the most at their boundaries?",
    sql: `select session_id, count(*) as boundary_count, sum(dropped_tokens) as dropped, max(pre_tokens) as largest_before
from boundaries
where kind = 'compact'
group by session_id
order by dropped desc, session_id
limit 20`,
  },
  {
    name: "request-before-and-after",
    question: "How large was the request before each boundary, and the one after it?",
    sql: `select session_id, chain, boundary, last_request_before, first_request_after,
  last_request_before - first_request_after as freed
from boundaries
where kind = 'compact' and last_request_before is not null and first_request_after is not null
order by freed desc, session_id, chain, boundary`,
  },
  {
    name: "returned-by-source",
    question: "What came back after boundaries, and from where?",
    sql: `select item, source, count(*) as thing_count, sum(chars) as delivered_chars
from returned
group by item, source
order by item, source`,
  },
  {
    name: "returned-old-copies",
    question: "What came back as a copy although a newer text was recorded?",
    sql: `select session_id, boundary, item, name, source, relation
from returned
where changed_since = true and relation in ('equal', 'prefix')
order by session_id, chain, boundary, item, name, position`,
  },
  {
    name: "missing-by-reason",
    question: "What was lost at boundaries, and why?",
    sql: `select item, reason, count(*) as thing_count, count(distinct session_id) as session_count
from missing
group by item, reason
order by item, reason`,
  },
  {
    name: "files-often-lost",
    question: "Which files are lost most often?",
    sql: `select name, count(*) as loss_count, count(distinct boundary_uuid) as boundary_count
from missing
where item in ('file', 'nested-memory')
group by name
order by loss_count desc, name
limit 20`,
  },
  {
    name: "boundary-balance",
    question: "How much came back and how much went missing at each boundary?",
    sql: `select b.session_id as session_id, b.chain as chain, b.boundary as boundary,
  coalesce(r.things, 0) as back, coalesce(m.things, 0) as gone
from boundaries b
left join (select boundary_uuid, count(*) as things from returned group by boundary_uuid) r on r.boundary_uuid = b.uuid
left join (select boundary_uuid, count(*) as things from missing group by boundary_uuid) m on m.boundary_uuid = b.uuid
where b.kind = 'compact'
order by session_id, chain, boundary, back, gone`,
  },
  {
    name: "skill-fates",
    question: "What became of each skill?",
    sql: `select name,
  sum(case when fate = 'kept' then 1 else 0 end) as kept,
  sum(case when fate = 'truncated' then 1 else 0 end) as truncated,
  sum(case when fate = 'lost' then 1 else 0 end) as lost,
  sum(case when fate = 'reinvoked' then 1 else 0 end) as reinvoked,
  sum(case when fate = 'active' then 1 else 0 end) as active
from skills
group by name
order by name`,
  },
  {
    name: "skills-cut-or-lost",
    question: "Which skills were cut or lost, how large were they, and for what reason?",
    sql: `select name, fate, coalesce(reason, 'none') as cause, count(*) as case_count, max(body_chars) as largest_body
from skills
where fate in ('truncated', 'lost')
group by name, fate, coalesce(reason, 'none')
order by name, fate, cause`,
  },
  {
    name: "hooks-by-event",
    question: "Which hooks run, and how much text do they put before the model?",
    sql: `select event, matcher, count(*) as run_count, sum(written_chars) as written, sum(delivered_chars) as delivered,
  sum(case when truncated then 1 else 0 end) as cut_count
from hooks
group by event, matcher
order by event, matcher`,
  },
  {
    name: "failing-hooks",
    question: "Which hooks fail?",
    sql: `select command, event, exit_code, count(*) as run_count
from hooks
where exit_code is not null and exit_code <> 0
group by command, event, exit_code
order by run_count desc, command, event, exit_code`,
  },
  {
    name: "survival-by-item",
    question: "How often does each kind of thing survive a boundary?",
    sql: `select item, sum(n) as cases, sum(survived) as survivors, sum(truncated) as cut,
  sum(survived) / nullif(sum(n), 0) as survival_rate
from survival
where feature = 'all'
group by item
order by item`,
  },
  {
    name: "survival-by-trigger",
    question: "Does it matter whether a compaction was manual or automatic?",
    sql: `select item, feature_value, sum(n) as cases, sum(survived) / nullif(sum(n), 0) as survival_rate
from survival
where feature = 'trigger'
group by item, feature_value
order by item, feature_value`,
  },
];
