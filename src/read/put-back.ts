import type { Cuts, RawEntry } from "./entry-batch.js";

/** Puts every value that was cut out of an entry in the place of its marker, however deep it lies. */
export function putBack(raw: RawEntry, cuts: Cuts): void {
  const open: RawEntry[] = [raw];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const name of Object.keys(node)) {
      const value = node[name];
      if (typeof value === "string") {
        if (cuts.span(value) !== null) node[name] = cuts.text(value);
      } else if (typeof value === "object" && value !== null) open.push(value as RawEntry);
    }
  }
}
