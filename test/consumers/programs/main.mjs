import { readFileSync } from "node:fs";
import { ask } from "./ask.mjs";

console.log(JSON.stringify(await ask(readFileSync("sessions/session.jsonl", "utf8"), "sessions")));
