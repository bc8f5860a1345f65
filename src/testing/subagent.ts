import type { CompactOptions } from "./compact.js";
import { records } from "./recording.js";
import { reply } from "./reply.js";
import type { Row, Session } from "./session.js";
import { freshContext, newId } from "./session.js";
import { addResult } from "./tools.js";

/** What is recorded of a subagent. */
export interface SubagentOptions {
  /** Default `general-purpose`. */
  type?: string;
  /** Default: made from the seed. */
  agentId?: string;
  /** Compacts the subagent's own conversation at its end. */
  compact?: CompactOptions;
  /** True leaves the call without a result. */
  open?: boolean;
}

/** The state of a subagent's own file; it shares clock, ids and virtual disk with its session. */
export function agentSession(session: Session, agentId: string): Session {
  return {
    ...session,
    ...freshContext(),
    agentId,
    lines: [],
    instructions: new Map([...session.instructions].map(([path, file]) => [path, { ...file }])),
    due: { surroundings: false, listing: true, instructions: null },
    hooks: session.hooks.filter(({ name }) => name !== "SessionStart:startup"),
    skills: [],
    begun: true,
    opened: true,
  };
}

/** Writes the call that starts a subagent; `work` fills its file; then the result. */
export function subagent(
  session: Session,
  description: string,
  work: (agent: Session) => void,
  options: SubagentOptions = {},
): void {
  const { world, cliVersion } = session;
  const agentId = options.agentId ?? newId(world, "a");
  const agentType = options.type ?? "general-purpose";
  const name = records(cliVersion, "agentTool") ? "Agent" : "Task";
  const id = newId(world, "toolu_");
  const input = { subagent_type: agentType, description, prompt: description };
  const call = reply(session, null, { blocks: [{ type: "tool_use", id, name, input }] });
  const agent = agentSession(session, agentId);
  work(agent);
  world.agents.set(agentId, agent.lines);
  if (options.open === true) return;
  const content = [{ type: "text", text: lastText(agent) }];
  const requests = agent.lines.filter((line) => "row" in line && line.row.type === "assistant").length;
  addResult(
    session,
    { tool_use_id: id, type: "tool_result", content },
    {
      status: "completed",
      prompt: description,
      agentId,
      ...(records(cliVersion, "toolUseResult.agentType") ? { agentType } : {}),
      content,
      totalDurationMs: 1_000,
      totalTokens: agent.context,
      totalToolUseCount: requests,
      usage: lastUsage(agent),
    },
    call,
  );
}

function lastText(agent: Session): string {
  const blocks = assistantMessages(agent).flatMap((message) => message.content as Row[]);
  const last = blocks.findLast((block) => block.type === "text");
  return typeof last?.text === "string" ? last.text : "";
}

function lastUsage(agent: Session): unknown {
  return assistantMessages(agent).at(-1)?.usage ?? { input_tokens: 0, output_tokens: 0 };
}

function assistantMessages(agent: Session): Row[] {
  return agent.lines.flatMap((line) =>
    "row" in line && line.row.type === "assistant" ? [line.row.message as Row] : [],
  );
}
