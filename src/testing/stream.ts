import type { Row, Session } from "./session.js";

/**
 * The stream-json twin of a session: snake_case frames, no attachments and no bookkeeping, kept messages and token
 * counts in `compact_metadata`.
 *
 * Source of the shapes: types of `@anthropic-ai/claude-agent-sdk` 0.3.332 and public captures of CLI 2.1.178.
 */
export function streamOf(session: Session): string {
  const frames: Row[] = [initFrame(session)];
  let turns = 0;
  for (const line of session.lines) {
    if (!("row" in line)) continue;
    const { row } = line;
    if (startsTurn(row) && turns > 0) frames.push(resultFrame(session, turns));
    if (startsTurn(row)) turns += 1;
    frames.push(...framesOf(session, row));
    const agentId = (row.toolUseResult as Row | undefined)?.agentId;
    const agent = typeof agentId === "string" ? session.world.agents.get(agentId) : undefined;
    if (agent === undefined) continue;
    const toolUseId = ((row.message as Row).content as Row[])[0]?.tool_use_id;
    const nested = agent.flatMap((one) => ("row" in one ? framesOf(session, one.row, toolUseId as string) : []));
    frames.splice(-1, 0, ...nested);
  }
  if (turns > 0) frames.push(resultFrame(session, turns));
  return frames.map((frame) => `${JSON.stringify(frame)}\n`).join("");
}

function framesOf(session: Session, row: Row, parentToolUseId: string | null = null): Row[] {
  const common = { session_id: session.sessionId, uuid: row.uuid };
  if (row.type === "assistant") {
    return [{ type: "assistant", message: row.message, parent_tool_use_id: parentToolUseId, ...common }];
  }
  if (row.type === "user") return userFrames(row, parentToolUseId, common);
  if (row.type === "system" && row.subtype === "compact_boundary") {
    const compact_metadata = snakeCase(row.compactMetadata);
    const status = {
      type: "system",
      subtype: "status",
      status: "compacting",
      ...common,
      uuid: madeUuid(row.uuid as string, 0xf),
    };
    return [status, { type: "system", subtype: "compact_boundary", ...common, compact_metadata }];
  }
  return [];
}

/** A typed prompt is not printed: the stream shows results, what the client put in, and the summary. */
function userFrames(row: Row, parentToolUseId: string | null, common: Row): Row[] {
  const isResult = isToolResult(row);
  const synthetic = row.isMeta === true || row.isCompactSummary === true;
  if (!isResult && !synthetic && parentToolUseId === null) return [];
  return [
    {
      type: "user",
      message: row.message,
      parent_tool_use_id: parentToolUseId,
      ...common,
      timestamp: row.timestamp,
      ...(row.toolUseResult === undefined ? {} : { tool_use_result: row.toolUseResult }),
      ...(row.isCompactSummary === true ? { isReplay: true } : {}),
      ...(synthetic ? { isSynthetic: true } : {}),
    },
  ];
}

function initFrame(session: Session): Row {
  return {
    type: "system",
    subtype: "init",
    cwd: session.cwd,
    session_id: session.sessionId,
    tools: ["Bash", "Edit", "Read", "Skill", "Write"],
    mcp_servers: [],
    model: session.model,
    permissionMode: "default",
    slash_commands: ["compact"],
    apiKeySource: "none",
    claude_code_version: session.cliVersion,
    output_style: "default",
    agents: ["general-purpose"],
    skills: session.listing.names,
    plugins: [],
    uuid: madeUuid(session.sessionId, 0),
  };
}

function resultFrame(session: Session, turn: number): Row {
  return {
    type: "result",
    subtype: "success",
    is_error: false,
    duration_ms: 1_000,
    duration_api_ms: 900,
    num_turns: 1,
    result: "",
    session_id: session.sessionId,
    total_cost_usd: 0,
    usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
    permission_denials: [],
    uuid: madeUuid(session.sessionId, turn),
  };
}

/** An id for a frame that has no row of its own. */
function madeUuid(uuid: string, number: number): string {
  return `${uuid.slice(0, 9)}${number.toString(16).padStart(4, "f")}${uuid.slice(13)}`;
}

function startsTurn(row: Row): boolean {
  if (row.type !== "user" || row.isMeta === true || row.isCompactSummary === true) return false;
  if (isToolResult(row) || row.isSidechain === true) return false;
  const content = (row.message as Row).content;
  if (typeof content !== "string") return false;
  return content !== "/compact" && !content.startsWith("<local-command") && !content.startsWith("<bash-");
}

function isToolResult(row: Row): boolean {
  const content = (row.message as Row | undefined)?.content;
  return Array.isArray(content) && content.some((block: Row) => block.type === "tool_result");
}

function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCase(part),
    ]),
  );
}
