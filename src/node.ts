export * from "./index.js";
export { fileSource } from "./node/file-source.js";
export { type OpenOptions, openTimeline } from "./node/open-timeline.js";
export { agentFiles, transcriptFiles } from "./node/session-files.js";
