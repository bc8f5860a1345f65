import { type Launch, launch, type Running } from "./child.js";
import { isBoundary, parsed, type ResultMessage, resultIn, resultOf } from "./result-message.js";

/** What became of one message. */
export interface Answer {
  result: ResultMessage | null;
  /** Compactions that the stream told of while the message was worked on. */
  boundaries: number;
  /** Why there is no result, or why it is none to go on with; null where all is well. */
  problem: string | null;
}

/** Sends one message with a process of its own: the message stands among the arguments. */
export async function askOnce(start: Launch, timeoutMs: number): Promise<Answer> {
  let printed = "";
  const running = launch(start, (text) => {
    printed += text;
  });
  running.close();
  const timer = setTimeout(() => running.kill(timedOut(timeoutMs)), timeoutMs);
  const { code, problem } = await running.ended;
  clearTimeout(timer);
  const result = resultIn(printed);
  return { result, boundaries: 0, problem: problem ?? problemOf(result, code, running) };
}

/** A process that takes one message after another as stream-json. */
export interface Conversation {
  ask: (text: string, timeoutMs: number) => Promise<Answer>;
  /** Ends the input and waits for the process. */
  end: () => Promise<void>;
}

/** Time for a process to end after its input has ended. */
const endMs = 15_000;
/** A line above this is no message that is waited for. */
const maxLine = 32 * 1024 * 1024;

export function converse(start: Launch): Conversation {
  let rest = "";
  let boundaries = 0;
  let onResult: (result: ResultMessage) => void = () => {};
  const onLine = (line: string): void => {
    const value = parsed(line);
    if (isBoundary(value)) boundaries++;
    const result = resultOf(value);
    if (result !== null) onResult(result);
  };
  const running = launch(start, (text) => {
    rest += text;
    if (text.includes("\n")) {
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    }
    if (rest.length > maxLine) running.kill("wrote a line of more than 32 MB");
  });
  const isGone = running.ended.then(({ code, problem }) => problem ?? problemOf(null, code, running) ?? noResult);
  return {
    async ask(text, timeoutMs) {
      const before = boundaries;
      const answered = new Promise<ResultMessage>((resolve) => {
        onResult = resolve;
      });
      const timer = setTimeout(() => running.kill(timedOut(timeoutMs)), timeoutMs);
      running.write(`${JSON.stringify({ type: "user", message: { role: "user", content: text } })}\n`);
      const answer = await Promise.race([answered, isGone]);
      clearTimeout(timer);
      if (typeof answer === "string") return { result: null, boundaries: boundaries - before, problem: answer };
      return { result: answer, boundaries: boundaries - before, problem: problemOf(answer, 0, running) };
    },
    async end() {
      running.close();
      const timer = setTimeout(() => running.kill("did not end after its input had ended"), endMs);
      await running.ended;
      clearTimeout(timer);
    },
  };
}

const noResult = "ended without a result message";
const timedOut = (ms: number): string => `gave no answer within ${Math.round(ms / 1000)} s and was ended`;

/** What is wrong with an answer, as far as program and result say. */
function problemOf(result: ResultMessage | null, code: number | null, running: Running): string | null {
  if (result?.isError)
    return `answered with an error${result.subtype === null ? "" : ` (${result.subtype})`}: ${headOf(result.text)}`;
  if (result !== null && code === 0) return null;
  const complaint = running.complaint().trim();
  const how = result === null ? noResult : "ended";
  return `${how}, exit code ${code ?? "none"}${complaint === "" ? "" : `: ${headOf(complaint.split("\n").at(-1) ?? "")}`}`;
}

const headOf = (text: string | null): string => (text === null || text === "" ? "no text" : text.slice(0, 300));
