import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretKinds } from "../../src/timeline/secret-kinds.js";
import { findSecrets, redactHead, redactText } from "../../src/timeline/secrets.js";
import { arbitrarySession } from "../testing/arbitrary-session.js";
import { kindsOfSecrets, madeUpSecrets } from "./made-up-secrets.js";

const secrets = madeUpSecrets(200);
const runs = { numRuns: 300 };

describe("secrets in text", () => {
  test("there are 25 kinds of made-up secrets, and none of 200 is left, whatever text stands around it", () => {
    expect(kindsOfSecrets).toBe(25);
    for (const { kind, text, values } of secrets)
      for (const whole of [
        text,
        `See ${text} here.`,
        `line\n${text}\nline`,
        `(${text})`,
        JSON.stringify({ command: text }),
        JSON.stringify({ command: `one\n${text}\ttwo` }),
        JSON.stringify(JSON.stringify({ command: `one\n${text}\n` })),
      ]) {
        const redacted = redactText(whole);
        for (const value of values) expect(redacted, kind).not.toContain(value);
        expect(redacted).toMatch(/\[redacted: [a-z ]+\]/);
      }
  });

  test("what stands around a secret stays, so that one can see where it lives", () => {
    expect(redactText("echo key=SECRET-VALUE-1 > .env")).toBe("echo key=[redacted: key or token] > .env");
    expect(redactText("postgres://app:hunter2@db/app")).toBe("postgres://app:[redacted: password in address]@db/app");
    expect(redactText('{"password":"two words"}')).toBe('{"password":"[redacted: password]"}');
  });

  test("a secret in the name of a folder is found, and the rest of the path stays", () => {
    for (const [path, clean] of [
      ["/home/dev/PASSWORD=hunter22/a.ts", "/home/dev/PASSWORD=[redacted: password]/a.ts"],
      ["/home/dev/PASSWORD=x/a.ts", "/home/dev/PASSWORD=[redacted: password]/a.ts"],
      ["DB_PASSWORD=hunter22/src/a.ts", "DB_PASSWORD=[redacted: password]/src/a.ts"],
      ["C:\\dev\\pwd=hunter22\\a.ts", "C:\\dev\\pwd=[redacted: password]\\a.ts"],
      ["~/work/client_secret=made-up-77/a.ts", "~/work/client_secret=[redacted: secret]/a.ts"],
      ["/srv/token=abcd1234efgh/a.ts", "/srv/token=[redacted: key or token]/a.ts"],
    ] as const) {
      expect(redactText(path)).toBe(clean);
      expect(redactText(`Read ${path}, then "${path}".`)).not.toMatch(/hunter22|made-up-77|abcd1234efgh|=x/);
      expect(redactText(JSON.stringify({ path }))).toBe(JSON.stringify({ path: clean }));
    }
    expect(redactText("/data/key=region/part-0.csv password=/etc/app/password.txt")).toBe(
      "/data/key=region/part-0.csv password=/etc/app/password.txt",
    );
  });

  test("redacting twice changes nothing more", () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(...secrets.map(({ text }) => text)),
        fc.constantFrom(
          "key",
          "token=",
          "password: ",
          " ",
          "\n",
          '"',
          "\\",
          "[redacted: jwt]",
          "Cookie: ",
          "--secret ",
        ),
        fc.string({ unit: "binary", maxLength: 30 }),
        fc.stringMatching(/^[A-Za-z0-9_-]{8,50}$/),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(parts, (texts) => {
        const once = redactText(texts.join(""));
        expect(redactText(once)).toBe(once);
        expect(findSecrets(once)).toEqual([]);
        const head = redactHead(texts.join(""));
        expect(redactHead(head)).toBe(head);
      }),
      runs,
    );
  });

  test("finds lie apart, in order, within the text", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(secrets), (some) => {
        const text = some.map((one) => one.text).join(" ");
        let last = 0;
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      runs,
    );
  });

  test("of a text that was cut, the head of a secret does not stay", () => {
    for (const { text, values } of secrets)
      for (const length of [6, 10, 14]) {
        const value = values[0] as string;
        const head = redactHead(`see ${text.slice(0, text.indexOf(value) + length)}`);
        expect(head).not.toContain(value.slice(0, length));
      }
  });

  test("prose, code, uuids, hashes, paths and counts are left alone", () => {
    const harmless = [
      "The key idea: keep the summary short. Tokens matter, and the secret of a good note is its order.",
      "Commit 3f786850e387550fdab836ed7e6dc881de23001b fixes the key handler; see 5e550137-0000-4000-8000-000000000001.",
      "const key = event.key; const token = parser.next(); function login(password: string, secret?: string) {}",
      "if (token === undefined) throw new Error('no token for ' + key); const { apiKey } = config;",
      '{"input_tokens":1234,"cache_read_input_tokens":167900,"key":"ArrowDown","token":"identifier"}',
      "/home/dev/project/src/auth/token-store.ts:12:3 and C:\\\\work\\\\keys\\\\readme.md",
      "export API_KEY=$OTHER_KEY; password: process.env.DB_PASSWORD; secret: {{ SECRET }}; token=<your-token>",
      "https://github.com/example/project/pull/45#issuecomment-123456789 http://localhost:3000/@scope/name",
      "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 msg_01AbCdEfGhIjKlMnOpQrStUv",
      "The password is checked when the form is sent. 1Password: failed to fill whole buffer.",
      "class=sk-loading-indicator-animation-wrapper .skeleton-token-list { color: #123456 }",
    ];
    for (const text of harmless) expect(findSecrets(text), text).toEqual([]);
  });

  test("nothing is found in a session that holds no secret", () => {
    fc.assert(
      fc.property(arbitrarySession(), (session) => {
        for (const line of session.lines()) expect(findSecrets(line)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("every pattern is global and gives indices, and its hints are in lower case", () => {
    for (const { name, pattern, hints } of secretKinds) {
      expect(pattern.flags, name).toBe("dg");
      for (const hint of hints) expect(hint).toBe(hint.toLowerCase());
      expect(name).toMatch(/^[a-z ]+$/);
    }
  });
});
