import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hookSystems, settingsBlock, withoutSystems, withSystems } from "../../../src/systems.js";

const command = "tidemark";
const only = (...names: string[]) => hookSystems.filter(({ name }) => names.includes(name));
const add = (text: string, ...names: string[]) => withSystems(text, only(...names), command);
const remove = (text: string, ...names: string[]) => withoutSystems(text, only(...names), command);
const lines = (...of: string[]) => `${of.join("\n")}\n`;

describe("systems are added", () => {
  test("to empty settings, as they are printed", () => {
    expect(JSON.parse(withSystems("{}", hookSystems, command).text)).toEqual(settingsBlock(hookSystems, command));
  });

  test("behind what is there, in the layout of the file", () => {
    expect(
      add('{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [] }\n\t\t]\n\t},\n\t"a": 1\n}\n', "forecast").text,
    ).toBe(
      lines(
        "{",
        '\t"hooks": {',
        '\t\t"Stop": [',
        '\t\t\t{ "hooks": [] },',
        "\t\t\t{",
        '\t\t\t\t"hooks": [',
        "\t\t\t\t\t{",
        '\t\t\t\t\t\t"type": "command",',
        '\t\t\t\t\t\t"command": "tidemark forecast --stop",',
        '\t\t\t\t\t\t"timeout": 10',
        "\t\t\t\t\t}",
        "\t\t\t\t]",
        "\t\t\t}",
        "\t\t]",
        "\t},",
        '\t"a": 1',
        "}",
      ),
    );
    expect(add('{"a":1}', "status-line").text).toBe(
      '{"a":1,"statusLine":{"type":"command","command":"tidemark forecast --status-line","refreshInterval":10}}',
    );
    expect(add('{\r\n    "a": 1\r\n}', "status-line").text).toMatch(
      /^\{\r\n {4}"a": 1,\r\n {4}"statusLine": \{\r\n {8}"type"/,
    );
    expect(add("{}\n", "status-line").text).toMatch(/^\{\n {2}"statusLine": \{\n {4}"type"[\s\S]*\n {2}\}\n\}\n$/);
  });

  test("once: a second time changes nothing, nor where they are there with other options", () => {
    const once = withSystems('{"a": [1]}', hookSystems, command);
    const twice = withSystems(once.text, hookSystems, command);
    expect(twice).toEqual({ text: once.text, changed: [], left: once.changed, conflicts: [] });
    for (const own of [
      "/opt/bin/tidemark forecast --stop --at 60",
      '"/a b/dist/cli.js" forecast --stop',
      "npx tidemark forecast --stop",
      "tidemark forecast --at 70 --stop",
      "tidemark forecast --stop; true",
      "sh -c 'tidemark forecast --stop 2>/dev/null'",
    ]) {
      const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: own }] }] } });
      expect(add(text, "forecast")).toEqual({ text, changed: [], left: ["forecast: Stop"], conflicts: [] });
    }
    const other = JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "tidemark forecast --stopwatch" }] }] },
    });
    expect(add(other, "forecast").changed).toEqual(["forecast: Stop"]);
  });

  test("but a status line that is there stays", () => {
    const text = '{"statusLine": {"type": "command", "command": "~/.claude/line.sh"}}';
    expect(add(text, "status-line")).toEqual({ text, changed: [], left: [], conflicts: ["status-line: statusLine"] });
    const calls = '{"statusLine": {"type": "command", "command": "date; tidemark forecast --status-line"}}';
    expect(add(calls, "status-line").left).toEqual(["status-line: statusLine"]);
    expect(remove(text, "status-line")).toMatchObject({ text, changed: [], left: [] });
  });
});

describe("systems are taken out", () => {
  test("one by one, and others of the same event stay", () => {
    const { text } = withSystems('{\n  "a": 1\n}\n', hookSystems, command);
    const less = remove(text, "handover");
    expect(less.changed).toEqual(["handover: PreCompact", "handover: SessionStart"]);
    expect(JSON.parse(less.text)).toEqual({
      a: 1,
      ...settingsBlock(only("reinvoke", "telemetry", "forecast", "status-line"), command),
    });
    expect(remove(less.text, "reinvoke", "telemetry", "forecast", "status-line").text).toBe('{\n  "a": 1\n}\n');
  });

  test("where all of them are in their own form; what was changed by hand stays, and is told", () => {
    const { text } = add("{}", "forecast");
    const changed = text.replace("--stop", "--stop --at 70");
    expect(remove(changed, "forecast")).toEqual({
      text: changed,
      changed: [],
      left: ["forecast: Stop"],
      conflicts: [],
    });
    const doubled = JSON.parse(text);
    doubled.hooks.Stop.push(...doubled.hooks.Stop);
    expect(remove(JSON.stringify(doubled), "forecast").text).toBe("{}");
  });

  test("and what was changed elsewhere meanwhile stays as it is", () => {
    const before = '{\n  "model": "opus",\n  "hooks": {}\n}\n';
    const between = withSystems(before, hookSystems, command).text.replace("opus", "sonnet");
    const { text } = withoutSystems(between, hookSystems, command, [before]);
    expect(text).toBe('{\n  "model": "sonnet"\n}\n');
    const later = between.replace(/\n\}\n$/, ',\n  "more": [ 1,2 ]\n}\n');
    expect(withoutSystems(later, hookSystems, command, [before]).text).toBe(
      '{\n  "model": "sonnet",\n  "more": [ 1,2 ]\n}\n',
    );
  });
});

test.each([
  ["", "is not JSON"],
  ["{", "is not JSON"],
  ["{'a': 1}", "is not JSON"],
  ['{"a": 1,}', "repair it first"],
  ['{\n  // why\n  "a": 1\n}', "Claude Code takes no comments in it; take them out first"],
  ["[]", "holds no JSON object"],
  ["null", "holds no JSON object"],
  ['"hooks"', "holds no JSON object"],
  ['{"hooks": []}', 'has something else under "hooks" than an object'],
  ['{"hooks": null}', 'has something else under "hooks" than an object'],
  ['{"hooks": {"Stop": {}}}', 'has something else under "Stop" than a list'],
  ['{"hooks": {}, "hooks": {}}', 'names "hooks" twice'],
  ['{"hooks": {"Stop": [], "S\\u0074op": []}}', 'names "Stop" twice'],
])("the settings %j are refused in words", (text, message) => {
  expect(() => add(text, "forecast")).toThrow(message);
  expect(() => remove(text, "forecast")).toThrow(message);
});

/** Settings as people and programs lay them out: any members, white space of any kind between the signs. */
const settings = fc
  .record({
    value: fc.record(
      {
        model: fc.string({ unit: "grapheme" }),
        'od"d \\ {key}': fc.jsonValue({ maxDepth: 2 }),
        hooks: fc.record(
          {
            Stop: fc.array(
              fc.record({
                matcher: fc.string(),
                hooks: fc.array(fc.record({ type: fc.constant("command"), command: fc.string() })),
              }),
              { maxLength: 2 },
            ),
            PreToolUse: fc.constant([]),
            SessionStart: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
          },
          { requiredKeys: [] },
        ),
        statusLine: fc.constant({ type: "command", command: "line.sh" }),
      },
      { requiredKeys: [] },
    ),
    spaces: fc.infiniteStream(fc.constantFrom("", "", " ", "\n", "\n  ", "\r\n\t", "\n\n    ")),
    tidy: fc.constantFrom(null, "  ", "\t", ""),
    end: fc.constantFrom("", "\n", "\r\n"),
    mark: fc.constantFrom("", "", "\ufeff"),
  })
  .map(({ value, spaces, tidy, end, mark }) => {
    const space = (): string => spaces.next().value as string;
    const spaced = (one: unknown): string => {
      if (typeof one !== "object" || one === null) return JSON.stringify(one);
      const parts = Object.entries(one).map(
        ([key, item]) =>
          `${space()}${Array.isArray(one) ? "" : `${JSON.stringify(key)}${space()}:${space()}`}${spaced(item)}${space()}`,
      );
      const inner = parts.length === 0 ? space() : parts.join(",");
      return Array.isArray(one) ? `[${inner}]` : `{${inner}}`;
    };
    return mark + (tidy === null ? spaced(value) : JSON.stringify(value, null, tidy)) + end;
  });
const some = fc.subarray([...hookSystems]);
const parsed = (text: string) => JSON.parse(text.replace(/^\ufeff/, ""));

describe("of any settings", () => {
  test("taking out what was added gives the very same bytes", () => {
    fc.assert(
      fc.property(settings, some, fc.array(some, { maxLength: 3 }), (text, first, more) => {
        const formers = [text];
        let now = text;
        for (const systems of [first, ...more]) {
          now = withSystems(now, systems, command).text;
          formers.unshift(now);
        }
        expect(withoutSystems(now, hookSystems, command, formers).text).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test("that hold no empty hooks, also without their former text", () => {
    fc.assert(
      fc.property(settings, some, (text, systems) => {
        const { hooks } = parsed(text);
        fc.pre(Object.keys(parsed(text)).length > 0);
        fc.pre(
          hooks === undefined ||
            (Object.keys(hooks).length > 0 && Object.values<unknown[]>(hooks).every((list) => list.length > 0)),
        );
        expect(withoutSystems(withSystems(text, systems, command).text, systems, command).text).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test("adding puts in what is printed, and leaves every other value and every byte around it", () => {
    fc.assert(
      fc.property(settings, some, (text, systems) => {
        const before = parsed(text);
        const change = withSystems(text, systems, command);
        const block = settingsBlock(systems, command) as { hooks?: Record<string, object[]>; statusLine?: object };
        const hooks = { ...before.hooks };
        for (const [event, groups] of Object.entries(block.hooks ?? {}))
          hooks[event] = [...(hooks[event] ?? []), ...groups];
        expect(parsed(change.text)).toEqual({
          ...before,
          ...((block.hooks ?? before.hooks) !== undefined && { hooks }),
          ...((before.statusLine ?? block.statusLine) !== undefined && {
            statusLine: before.statusLine ?? block.statusLine,
          }),
        });
        expect(withSystems(change.text, systems, command).text).toBe(change.text);
        // Without white space inside empty brackets, which an entry takes the place of, all bytes are there, in order.
        let at = 0;
        for (const sign of text.replace(/([[{])\s+(?=[\]}])/g, "$1")) {
          at = change.text.indexOf(sign, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += sign.length;
        }
      }),
      { numRuns: 500 },
    );
  });
});
