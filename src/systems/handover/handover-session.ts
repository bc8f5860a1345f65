import { agentOf } from "../../node/file-names.js";

/** Whose conversation is handed over, as a hook is told. */
export interface HandoverSession {
  sessionId: string;
  /** The one transcript that is read; null where the hook named none. */
  transcriptPath: string | null;
  /** The subagent inside of which the hook runs; null for the main conversation and where nothing says so. */
  agentId?: string | null;
}

/** True where the hook says, or the transcript's name, that a subagent is compacted. */
export const isAgents = ({ agentId = null, transcriptPath }: HandoverSession): boolean =>
  agentId !== null || agentOf(transcriptPath ?? "") !== null;
