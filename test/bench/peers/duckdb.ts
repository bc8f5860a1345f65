import { DuckDBInstance } from "@duckdb/node-api";

/** Answers one question about a folder with DuckDB, which is told the columns that the question needs: `node duckdb.mjs QUESTION FOLDER`. */
const [question = "", folder = ""] = process.argv.slice(2);

const lines = (columns: string): string =>
  `read_json('${folder.replaceAll("'", "''")}/**/*.jsonl', format = 'newline_delimited', maximum_object_size = 20000000, columns = ${columns})`;

const usageColumns = `{type: 'VARCHAR', isApiErrorMessage: 'BOOLEAN', message: 'STRUCT(id VARCHAR, model VARCHAR, usage STRUCT(
  input_tokens BIGINT, output_tokens BIGINT, cache_read_input_tokens BIGINT, cache_creation_input_tokens BIGINT))'}`;

const queries: Record<string, string> = {
  boundaryRecords: `select uuid from ${lines("{type: 'VARCHAR', subtype: 'VARCHAR', uuid: 'VARCHAR'}")}
    where type = 'system' and subtype = 'compact_boundary'`,
  usageTotals: `with each_message as (
      select distinct on (message.id) message.usage as used from ${lines(usageColumns)}
      where type = 'assistant' and message.usage is not null and message.model <> '<synthetic>' and isApiErrorMessage is not true
      order by message.usage.output_tokens desc)
    select sum(used.input_tokens)::double, sum(used.output_tokens)::double,
      sum(used.cache_read_input_tokens)::double, sum(used.cache_creation_input_tokens)::double from each_message`,
};
const query = queries[question];
if (query === undefined) throw new Error(`No question is called ${question}.`);
const database = await (await DuckDBInstance.create(":memory:")).connect();
const rows = (await database.runAndReadAll(query)).getRows();
console.log(JSON.stringify(question === "usageTotals" ? rows[0] : rows.flat()));
