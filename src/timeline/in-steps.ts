/** After so many others can have their turn: some milliseconds where each is looked up, or is an issue. */
const most = 4096;

/** Visits all of a list, in steps between which other work can have its turn. */
export function* inSteps<T>(list: readonly T[], visit: (one: T, at: number) => void): Generator<void> {
  for (let from = 0; from < list.length; from += most) {
    const to = Math.min(list.length, from + most);
    for (let at = from; at < to; at++) visit(list[at] as T, at);
    if (to < list.length) yield;
  }
}
