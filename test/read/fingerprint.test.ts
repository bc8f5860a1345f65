import fc from "fast-check";
import { expect, it } from "vitest";
import { fingerprint } from "../../src/read/fingerprint.js";

const text = fc.string({ unit: "grapheme", maxLength: 60 });

it("is equal for texts that differ only in the white space at their end", () => {
  fc.assert(
    fc.property(text, fc.string({ unit: fc.constantFrom(" ", "\n", "\r", "\t"), maxLength: 20 }), (base, end) => {
      expect(fingerprint(`${base}${end}`)).toBe(fingerprint(base));
    }),
  );
});

it("differs where any one unit differs, or the order of two", () => {
  fc.assert(
    fc.property(text, fc.nat(59), (base, at) => {
      const body = `${base.padEnd(60, "-")}.`;
      const changed = `${body.slice(0, at)}${String.fromCharCode(body.charCodeAt(at) ^ 1)}${body.slice(at + 1)}`;
      expect(fingerprint(changed)).not.toBe(fingerprint(body));
      const [first = "", second = ""] = [body.slice(0, at), body.slice(at)];
      if (`${second}${first}`.trimEnd() !== body)
        expect(fingerprint(`${second}${first}|`)).not.toBe(fingerprint(`${body}|`));
    }),
  );
});

it("names different texts differently, and begins with their length", () => {
  const prints = new Set<string>();
  for (let number = 0; number < 20_000; number++) prints.add(fingerprint(`entry ${number} of a long list`));
  expect(prints.size).toBe(20_000);
  expect(fingerprint("abc \n").split(":")[0]).toBe("3");
});
