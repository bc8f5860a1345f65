import { timeOf } from "./fields.js";

/** Where the seconds stand in `2026-10-01T09:15:00.000Z`, and how long that is. */
const secondsAt = 17;
const wholeLength = 24;

/**
 * Reads times as `timeOf` does. A row mostly lies within the minute of the row before it: then only its seconds are read,
 * which is several times as fast.
 */
export function newClock(): (value: unknown) => number | null {
  let minute: string | null = null;
  let minuteStart = 0;
  return (value) => {
    if (typeof value === "string" && minute !== null && value.startsWith(minute)) {
      const within = millisecondsIn(value);
      if (within !== null) return minuteStart + within;
    }
    const time = timeOf(value);
    const within = time === null ? null : millisecondsIn(value as string);
    minute = within === null ? null : (value as string).slice(0, secondsAt);
    minuteStart = (time ?? 0) - (within ?? 0);
    return time;
  };
}

/** Milliseconds of `SS.mmmZ` behind a minute; null where it is written otherwise. */
function millisecondsIn(text: string): number | null {
  if (text.length !== wholeLength || text[secondsAt + 2] !== "." || text[wholeLength - 1] !== "Z") return null;
  const tens = text.charCodeAt(secondsAt) - 48;
  const ones = text.charCodeAt(secondsAt + 1) - 48;
  const a = text.charCodeAt(secondsAt + 3) - 48;
  const b = text.charCodeAt(secondsAt + 4) - 48;
  const c = text.charCodeAt(secondsAt + 5) - 48;
  const areDigits = isDigit(tens) && tens < 6 && isDigit(ones) && isDigit(a) && isDigit(b) && isDigit(c);
  return areDigits ? 10_000 * tens + 1000 * ones + 100 * a + 10 * b + c : null;
}

const isDigit = (value: number): boolean => value >= 0 && value <= 9;
