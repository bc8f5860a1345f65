/** So many milliseconds a read works before timers, input and drawing have their turn: less than a frame of a page. */
const longestWork = 12;

/** Taken while nobody has put another one in their place, as tests that stop the clock do. */
const { setImmediate, setTimeout, MessageChannel } = globalThis as Partial<typeof globalThis> & {
  setImmediate?: (task: () => void) => void;
};
const now = performance.now.bind(performance);

/** Shares the thread with others: null until time is up, then a promise that others have had their turn. */
export function takesTurns(): () => Promise<void> | null {
  let since = now();
  return () => {
    if (now() - since < longestWork) return null;
    return othersTurn().then(() => {
      since = now();
    });
  };
}

/** Resolves in a task of its own, without the delay of a timer where the platform has such a thing. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate !== undefined) setImmediate(resolve);
    else if (MessageChannel !== undefined) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    } else setTimeout?.(resolve, 0);
  });
}
