import type { Change } from "./step.js";

/** No lift: the name is what the model called, so it stays. Readers treat both names as the subagent tool. */
export const agentTool: Change = {
  version: "2.1.63",
  name: "agent-tool",
  changed: "the tool that starts a subagent is called Agent instead of Task",
  source: "Public transcripts: Task in 1.0.98 to 2.1.62, Agent from 2.1.63",
  applies(raw) {
    if (raw.type !== "assistant") return false;
    const content = (raw.message as { content?: unknown } | null | undefined)?.content;
    return Array.isArray(content) && content.some((block) => block?.type === "tool_use" && block.name === "Task");
  },
};
