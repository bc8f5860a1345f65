const { readFileSync } = require("node:fs");
const { ask } = require("./ask.cjs");

ask(readFileSync("sessions/session.jsonl", "utf8"), "sessions").then((answers) => console.log(JSON.stringify(answers)));
