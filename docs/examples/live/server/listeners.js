const mostListeners = 20;
const heartbeatMs = 15_000;

const message = (event, data) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * The pages that listen. Each is first told all that is there, also when it comes back after a break, and then what
 * changes. Of a session only its newest state waits for a page that reads slowly, so nothing piles up.
 */
export function listeners() {
  const open = new Set();
  const states = new Map();

  const flush = (listener) => {
    const { response, waiting } = listener;
    for (const [key, text] of waiting) {
      if (response.writableNeedDrain) return;
      waiting.delete(key);
      response.write(text);
    }
  };

  const tell = (key, text) => {
    for (const listener of open) {
      // Put at the end: what has waited longest goes first.
      listener.waiting.delete(key);
      listener.waiting.set(key, text);
      flush(listener);
    }
  };

  const heartbeat = setInterval(() => {
    for (const { response } of open) if (!response.writableNeedDrain) response.write(":\n\n");
  }, heartbeatMs);

  return {
    isFull: () => open.size >= mostListeners,
    add(response) {
      const begin = ["begin", `retry: 1000\n${message("begin", null)}`];
      const listener = { response, waiting: new Map([begin, ...states, ["ready", message("ready", null)]]) };
      open.add(listener);
      response.on("drain", () => flush(listener));
      response.on("close", () => open.delete(listener));
      flush(listener);
    },
    put(key, state) {
      const text = message("session", { key, ...state });
      states.set(`session ${key}`, text);
      tell(`session ${key}`, text);
    },
    remove(key) {
      states.delete(`session ${key}`);
      tell(`session ${key}`, message("removed", { key }));
    },
    close() {
      clearInterval(heartbeat);
      for (const { response } of open) response.end();
    },
  };
}
