import fc from "fast-check";
import type { ReadInto, ReplyHead, ReplyPart } from "../../src/timeline/read-reply-heads.js";
import { readReplyHeads } from "../../src/timeline/read-reply-heads.js";
import { bytesOf, joinBytes } from "../read/read-all.js";

/** Reads of these lengths, over and over. */
function inPieces(bytes: Uint8Array, lengths: readonly number[]): ReadInto {
  let at = 0;
  let reads = 0;
  return {
    read(into) {
      const piece = bytes.subarray(at, at + Math.min(into.length, lengths[reads++ % lengths.length] as number));
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
    close() {},
  };
}

type Read = (files: readonly Uint8Array[]) => Promise<ReplyHead[]>;

const partsOf = (files: readonly Uint8Array[]) =>
  files.map((source, at) => ({ source, name: at === 0 ? null : `agent-${at}`, chain: "main" }));

async function headsOf(parts: Iterable<ReplyPart>): Promise<ReplyHead[]> {
  const heads: ReplyHead[] = [];
  await readReplyHeads(parts, ({ usage, ...head }) => {
    // What only a parsed line tells.
    const { lastIterationContext: _, ...counters } = { lastIterationContext: null, ...usage };
    heads.push({ ...head, usage: usage === null ? null : (counters as NonNullable<ReplyHead["usage"]>) });
  });
  return heads;
}

/** The heads as every source gives them, with all lines parsed. */
export const parsedHeads: Read = (files) => headsOf(partsOf(files));

/** The heads of files, whose members are read where they stand. */
export const memberHeads =
  (lengths: readonly number[]): Read =>
  (files) =>
    headsOf(partsOf(files).map((part) => ({ ...part, openInto: () => inPieces(part.source, lengths) })));

/** What is written between the signs of JSON. */
const space = fc.constantFrom("", "", "", " ", "\t", " \r ");

const escaped = (name: string): string => `\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${name.slice(1)}`;

const nested = (depth: number): string => `${'[{"type":'.repeat(depth)}"assistant"${"}]".repeat(depth)}`;

const oddValue = fc.constantFrom(
  ...["null", "true", "false", "0", "-0", "1e3", "1.5", "-7", "1e400", "123456789012345", "12345678901234567890"],
  ...['"5"', '""', '"a\\u0062\\n"', '"é 🙂"', '"\\ud83d"', "[]", "{}", "[1,{}]", '{"type":"assistant"}'],
  ...[nested(3), nested(40), nested(70), '"2026-03-09T10:00:00.123Z"', '"2026-02-30"', `"${"x".repeat(400)}"`],
);
const brokenValue = fc.constantFrom(
  ...[
    "01",
    "1.",
    "-",
    "+1",
    ".5",
    "1e",
    "tru",
    "nulll",
    "undefined",
    "'a'",
    '"\\x"',
    '"\\u12g4"',
    '"caf\\é"',
    '"\\\\\\🙂"',
    '"a\tb"',
    "[1,]",
    "{,}",
  ],
  ...['{"a"}', '{"a":}', "{a:1}", "[", "{", '"', "]", "}", "", "1 2", "\0", "NaN"],
);

const id = fc.constantFrom('"a"', '"b"', '"msg_01"', '"msg_02"');
const time = fc.constantFrom('"2026-03-09T10:00:00.123Z"', '"2026-03-09T10:00:59Z"', '"2026-03-10"', '"soon"');
const number = fc.nat({ max: 300_000 }).map(String);
const model = fc.constantFrom('"claude-a"', '"claude-b"', '"<synthetic>"');

type Members = [name: string, value: string][];

/** An object as JSON may spell it: members left out, twice, in any order, with spaces, and at times others. */
function object(members: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> {
  const usual = fc.tuple(...Object.entries(members).map(([name, value]) => fc.tuple(fc.constant(name), value)));
  const names = Object.keys(members);
  const name = fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom(...names.map(escaped)),
    fc.constantFrom("", "__proto__", "constructor", "é", "\\é", 'a\\"b', "a\\\\", "message", "type", "x".repeat(40)),
  );
  const odd = fc.array(fc.tuple(name, fc.oneof(oddValue, ...Object.values(members))), { maxLength: 3 });
  return fc
    .record({
      usual,
      odd: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, odd),
      left: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...names)),
      shuffle: fc.boolean(),
      order: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
      spaces: fc.oneof(fc.constant([""]), fc.array(space, { minLength: 1, maxLength: 7 })),
    })
    .map(({ usual, odd, left, shuffle, order, spaces }) => {
      const all: Members = [...(usual as Members).filter(([name]) => name !== left), ...(odd as Members)];
      if (shuffle) all.sort((a, b) => (order[all.indexOf(a)] as number) - (order[all.indexOf(b)] as number));
      let at = 0;
      const gap = (): string => spaces[at++ % spaces.length] as string;
      const inside = all.map(([name, value]) => `${gap()}"${name}"${gap()}:${gap()}${value}${gap()}`);
      return `{${inside.join(",")}${inside.length === 0 ? gap() : ""}}`;
    });
}

const mostly = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: value }, oddValue);

const cacheCreation = object({ ephemeral_5m_input_tokens: mostly(number), ephemeral_1h_input_tokens: mostly(number) });
const usage = object({
  input_tokens: mostly(number),
  output_tokens: mostly(number),
  cache_read_input_tokens: mostly(number),
  cache_creation_input_tokens: mostly(number),
  cache_creation: mostly(cacheCreation),
  iterations: fc.constantFrom("[]", '[{"input_tokens":1},{"input_tokens":2}]'),
});
const message = object({
  id: mostly(id),
  model: mostly(model),
  role: fc.constant('"assistant"'),
  content: oddValue,
  usage: mostly(usage),
});
const row = object({
  type: fc.oneof({ weight: 8, arbitrary: fc.constant('"assistant"') }, fc.constant('"user"'), oddValue),
  uuid: mostly(fc.nat({ max: 30 }).map((at) => `"row-${at}"`)),
  timestamp: mostly(time),
  isApiErrorMessage: fc.constantFrom("false", "false", "true", '"true"', "null"),
  requestId: mostly(id),
  request_id: mostly(id),
  message: mostly(message),
});

/** A line of bytes that may be none of JSON. */
const brokenRow = fc
  .record({ row, value: brokenValue, at: fc.nat(), how: fc.nat({ max: 5 }), other: row })
  .map(({ row, value, at, how, other }): Uint8Array => {
    const bytes = bytesOf(row);
    const cut = at % (bytes.length + 1);
    if (how === 0) return bytes.subarray(0, cut);
    if (how === 1) return bytesOf(row.slice(0, at % row.length) + other);
    if (how === 2) return bytesOf(row + other);
    if (how === 3) return joinBytes(bytes.subarray(0, cut), Uint8Array.of(0xff), bytes.subarray(cut));
    if (how === 4) return joinBytes(bytes.subarray(0, cut), bytesOf(value), bytes.subarray(cut));
    return bytesOf(row.replace(/:\s*("[^"]*"|\d+)/, `:${value}`));
  });

const line: fc.Arbitrary<Uint8Array> = fc
  .record({
    bytes: fc.oneof(
      { weight: 6, arbitrary: row.map(bytesOf) },
      { weight: 2, arbitrary: brokenRow },
      { weight: 1, arbitrary: fc.constantFrom("", "{}", '{"type":"user"}', "null", '"assistant"').map(bytesOf) },
    ),
    before: fc.constantFrom("", "", "", "", " ", "\0", "\ufeff"),
    behind: fc.constantFrom("", "", "", "", " ", "\r", "\0\0", "//"),
  })
  .map(({ bytes, before, behind }) => joinBytes(bytesOf(before), bytes, bytesOf(behind)));

/** Files whose lines are usual and unusual, the last one with or without its newline. */
export const anyFile = fc
  .record({
    lines: fc.array(line, { maxLength: 8 }),
    terminated: fc.boolean(),
    begins: fc.constantFrom("", "", "{}\n"),
  })
  .map(({ lines, terminated, begins }) => {
    const newline = bytesOf("\n");
    const all = lines.flatMap((line, at) => (at === 0 ? [line] : [newline, line]));
    return joinBytes(bytesOf(begins), ...all, ...(terminated && lines.length > 0 ? [newline] : []));
  });

/** A row as a session has it. */
export const plainRow = (at: number, more: object = {}): string =>
  JSON.stringify({
    parentUuid: null,
    message: {
      model: "claude-a",
      id: `msg_${at}`,
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: 'Done, with "quotes" and é.\n' }],
      usage: {
        input_tokens: at,
        cache_creation_input_tokens: 30,
        cache_read_input_tokens: 7,
        output_tokens: 5,
        cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
      },
    },
    type: "assistant",
    uuid: `row-${at}`,
    timestamp: "2026-03-09T10:00:00.123Z",
    ...more,
  });
