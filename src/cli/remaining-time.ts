/** Tells how long something still takes, from how it goes. */
export interface RemainingTime {
  /** Milliseconds that `left` takes by the speed of the last while; null where too little is known. `now` in milliseconds. */
  of(left: number, now: number): number | null;
}

/** Before that, the first files and the warming up of the program tell more of themselves than of the rest. */
const leastMs = 2000;
/** How fast an old speed is forgotten: short enough to follow a change, long enough that one large file moves little. */
const memoryMs = 8000;

/** Starts at `start`, with all of it left. The speed is smoothed, so that the estimate neither jumps nor lags far behind. */
export function remainingTime(all: number, start: number): RemainingTime {
  let last = { left: all, at: start };
  // Amounts and times, both forgotten alike: their ratio is the speed, from the first moment on.
  let amount = 0;
  let time = 0;
  return {
    of(left, now) {
      const passed = now - last.at;
      if (passed > 0) {
        const kept = Math.exp(-passed / memoryMs);
        amount = amount * kept + (last.left - left);
        time = time * kept + passed;
        last = { left, at: now };
      }
      if (now - start < leastMs || amount <= 0) return null;
      return (left / amount) * time;
    },
  };
}

/** A time that is left, as people say it: `about 20 s left`, in steps that grow with it. */
export function leftShown(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 55) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s left`;
  const minutes = seconds < 570 ? Math.ceil(seconds / 30) / 2 : Math.ceil(seconds / 60);
  return minutes < 60 ? `about ${minutes} min left` : `about ${Math.ceil(minutes / 6) / 10} h left`;
}
