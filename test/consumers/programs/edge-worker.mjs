import { ask } from "./ask-anywhere.mjs";

addEventListener("fetch", (event) => {
  event.respondWith(event.request.text().then(async (text) => Response.json(await ask(text))));
});
