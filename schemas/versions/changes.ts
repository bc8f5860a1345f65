import { cacheCreationSplit } from "./1.0.98.js";
import { thinkingBudget } from "./2.1.19.js";
import { agentTool } from "./2.1.63.js";
import { hookContextList } from "./2.1.104.js";
import { apiErrorRequestId, invokedSkillObjects } from "./2.1.159.js";
import { autoModeSettings } from "./2.1.211.js";
import { boundaryWithoutMeta } from "./2.1.215.js";
import { forkedFromObject } from "./2.1.283.js";
import { streamSpelling } from "./stream-spelling.js";

/**
 * Changes of shape in the order of the CLI versions that brought them, the stream's spelling first.
 * What merely began or ceased to be written stands in `recording`.
 */
export const changes = {
  streamSpelling,
  cacheCreationSplit,
  thinkingBudget,
  agentTool,
  hookContextList,
  invokedSkillObjects,
  apiErrorRequestId,
  autoModeSettings,
  boundaryWithoutMeta,
  forkedFromObject,
} as const;
