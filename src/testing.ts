/** Door `./testing`: synthetic transcripts for tests. Runs anywhere. */
export type { CompactOptions } from "./testing/compact.js";
export type { Fault } from "./testing/faults.js";
export type { ResumeOptions } from "./testing/process.js";
export type { ReplyOptions, Usage } from "./testing/reply.js";
export type { HookRun, InstructionFile, Row, TranscriptOptions } from "./testing/session.js";
export type { SkillOptions } from "./testing/skill.js";
export type { SubagentOptions } from "./testing/subagent.js";
export type { InstructionsOptions } from "./testing/surroundings.js";
export type { ToolOptions } from "./testing/tools.js";
export { type Transcript, transcript } from "./testing/transcript.js";
export type { PromptOptions } from "./testing/turn.js";
