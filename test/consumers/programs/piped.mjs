import { ask } from "./ask-anywhere.mjs";

const text = await new Response(Deno.stdin.readable).text();
console.log(JSON.stringify(await ask(text)));
