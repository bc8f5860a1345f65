/**
 * A stand-in for the `claude` program: it takes the arguments and the streams, and writes the transcripts, that the
 * published measurement and the documentation describe. No model is asked. `STAND_IN` says how it differs.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Arguments, argumentsOf } from "./arguments.js";
import { type Behaviour, behaviourOf } from "./behaviour.js";
import { type Client, openClient, type Said } from "./client.js";
import { newestSession, newSession, type Session, storedSession } from "./journal.js";

const { argv, env, stdout, stderr } = process;
const behaviour = behaviourOf(env);
const words = argv.slice(2);
const place = { cwd: process.cwd(), configDir: env.CLAUDE_CONFIG_DIR ?? join(homedir(), ".claude"), env };

if (words.includes("--version")) stdout.write(`${behaviour.version} (Claude Code)\n`);
else
  try {
    await answer(argumentsOf(words), behaviour);
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }

async function answer(given: Arguments, behaviour: Behaviour): Promise<void> {
  const { session, isNew } = open(given, behaviour);
  const client = openClient(session, isNew, given, behaviour, place);
  const print = (frame: object): void => void stdout.write(`${JSON.stringify(frame)}\n`);
  if (!given.isStreaming) {
    if (given.prompt === null) throw new Error("Error: Input must be provided when using --print");
    print(resultFrame(session, await say(client, session, given.prompt, behaviour)));
    return;
  }
  let isFirst = true;
  for await (const line of createInterface({ input: process.stdin })) {
    const { message } = JSON.parse(line);
    const common = { session_id: session.sessionId, uuid: randomUUID() };
    if (isFirst) print({ type: "system", subtype: "init", claude_code_version: behaviour.version, ...common });
    isFirst = false;
    const said = await say(client, session, message.content, behaviour);
    if (said.compacted) print({ type: "system", subtype: "compact_boundary", compact_metadata: {}, ...common });
    print(resultFrame(session, said));
  }
}

function open(given: Arguments, { version }: Behaviour): { session: Session; isNew: boolean } {
  if (given.resume === null && !given.isContinued) {
    const model = given.model ?? "claude-opus-5-5";
    return { session: newSession(place, given.sessionId ?? randomUUID(), version, model), isNew: true };
  }
  const session = given.isContinued ? newestSession(place) : storedSession(place, given.resume as string);
  return { session: given.isForked ? session.fork(given.sessionId ?? randomUUID()) : session, isNew: false };
}

async function say(client: Client, session: Session, text: string, { fault, ...rest }: Behaviour): Promise<Said> {
  if (fault !== undefined && text.includes(fault.at)) await goWrong(fault.kind, session);
  const said = client.say(text);
  session.turns += 1;
  session.costUsd += rest.costUsd ?? 0.02;
  if (!rest.writesNothing) session.save();
  return said;
}

async function goWrong(kind: NonNullable<Behaviour["fault"]>["kind"], session: Session): Promise<void> {
  if (kind === "exit") {
    stderr.write("fatal: the connection was refused, token=sk-ant-api03-made-up-made-up-made-up-made-up\n");
    process.exit(3);
  }
  if (kind === "error") {
    const frame = { ...resultFrame(session, { text: "You've hit your session limit", turns: 0, compacted: false }) };
    stdout.write(`${JSON.stringify({ ...frame, is_error: true })}\n`);
    process.exit(1);
  }
  if (kind === "garbage") {
    stdout.write("\u001b]0;title\u0007not JSON {\n[]\n7\n");
    process.exit(0);
  }
  if (kind === "flood") {
    const block = `${"x".repeat(1024 * 1024)}\n`;
    for (;;) if (!stdout.write(block)) await new Promise((resolve) => stdout.once("drain", resolve));
  }
  const child = spawn("sleep", ["600"], { stdio: "inherit" });
  writeFileSync(join(place.configDir, "child.pid"), String(child.pid));
  // Like a program that does not listen: only a signal to the whole group ends both.
  process.on("SIGTERM", () => {});
  await new Promise(() => setInterval(() => {}, 1000));
}

function resultFrame(session: Session, { text, turns }: Said): object {
  return {
    type: "result",
    subtype: "success",
    is_error: false,
    duration_ms: 1_000,
    num_turns: turns,
    result: text,
    session_id: session.sessionId,
    ...(behaviour.hidesCost ? {} : { total_cost_usd: session.costUsd }),
    usage: { input_tokens: 0, output_tokens: 0 },
    modelUsage: { "claude-opus-5-5": { costUSD: session.costUsd } },
    permission_denials: [],
    uuid: randomUUID(),
  };
}
