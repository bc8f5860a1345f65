import { ask } from "../ask-anywhere.mjs";

self.onmessage = async ({ data }) => self.postMessage(await ask(data));
