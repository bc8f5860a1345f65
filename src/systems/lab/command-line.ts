import type { Say, Shape } from "./shapes.js";

/** What all processes of a laboratory have in common. */
export interface Client {
  program: string;
  model: string | null;
}

/** The session that a process starts or goes on with. */
export interface Going {
  id: string;
  isNew: boolean;
}

/** The arguments for one message with a process of its own. */
export function argumentsFor(shape: Shape, say: Say, text: string, { id, isNew }: Going, client: Client): string[] {
  const onward = shape.by === "continue" ? ["--continue"] : ["--resume", id];
  return [
    "-p",
    text,
    ...(isNew ? ["--session-id", id] : onward),
    ...(say.step === "control" ? ["--fork-session"] : []),
    ...(say.step === "message" ? ["--allowedTools", "Read"] : []),
    "--max-turns",
    String(say.maxTurns),
    "--output-format",
    "json",
    ...common(shape, client),
  ];
}

/** The arguments for one process that takes all messages. */
export function streamArguments(shape: Shape, turns: number, id: string, client: Client): string[] {
  return [
    "-p",
    "--input-format",
    "stream-json",
    "--output-format",
    "stream-json",
    "--verbose",
    "--session-id",
    id,
    "--allowedTools",
    "Read",
    "--max-turns",
    String(turns),
    ...common(shape, client),
  ];
}

/** What keeps other hooks, memories and servers out, as the article did. */
function common({ hooks }: Shape, { model }: Client): string[] {
  const settings = { ...(hooks ? {} : { disableAllHooks: true }), autoMemoryEnabled: false };
  return [
    "--settings",
    JSON.stringify(settings),
    ...(hooks ? ["--setting-sources", "project,local"] : []),
    "--strict-mcp-config",
    ...(model === null ? [] : ["--model", model]),
  ];
}
