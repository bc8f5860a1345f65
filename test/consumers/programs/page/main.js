import { ask } from "../ask-in-page.mjs";
import transcript from "../sessions/session.jsonl?url";

const text = await (await fetch(transcript)).text();
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const fromWorker = new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
});
worker.postMessage(text);

globalThis.answers = { page: await ask(text), worker: await fromWorker };
