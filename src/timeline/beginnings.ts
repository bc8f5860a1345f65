/** Texts by how they begin: the latest that begins with a given one is found in time linear in that one, however many there are. */
export interface Beginnings<T> {
  add(text: string, value: T): void;
  /** What was added last with a text that begins so. */
  latest(beginning: string): T | null;
}

/** A stretch that some texts share: from where the stretch above it ends to where they part. */
interface Stretch<T> {
  /** One of the texts; the stretch is its part from `start` to `end`. */
  text: string;
  start: number;
  end: number;
  latest: T;
  /** By the first unit of each. */
  next: Map<number, Stretch<T>>;
}

/** Starts without a text. */
export function newBeginnings<T>(): Beginnings<T> {
  const first = new Map<number, Stretch<T>>();
  return {
    add(text, value) {
      let next = first;
      for (let at = 0; at < text.length; ) {
        const stretch = next.get(text.charCodeAt(at));
        if (stretch === undefined) {
          next.set(text.charCodeAt(at), { text, start: at, end: text.length, latest: value, next: new Map() });
          return;
        }
        at = partsAt(stretch, text);
        if (at < stretch.end) divide(stretch, at);
        stretch.latest = value;
        next = stretch.next;
      }
    },
    latest(beginning) {
      let found: Stretch<T> | undefined;
      for (let at = 0; at < beginning.length; at = found.end) {
        found = (found?.next ?? first).get(beginning.charCodeAt(at));
        if (found === undefined || partsAt(found, beginning) < Math.min(found.end, beginning.length)) return null;
      }
      return found?.latest ?? null;
    },
  };
}

/** The first place within a stretch where a text differs from it or ends; else the end of the stretch. */
function partsAt({ text: own, start, end }: Stretch<unknown>, text: string): number {
  let at = start;
  const last = Math.min(end, text.length);
  while (at < last && own.charCodeAt(at) === text.charCodeAt(at)) at++;
  return at;
}

function divide<T>(stretch: Stretch<T>, at: number): void {
  stretch.next = new Map([[stretch.text.charCodeAt(at), { ...stretch, start: at }]]);
  stretch.end = at;
}
