/** Door `./systems`: what runs beside sessions, such as hooks. Node only. */
export { type KeepOptions, keepForecast } from "./systems/forecast/keep-forecast.js";
export type { KeptForecast } from "./systems/forecast/kept-forecast.js";
export { type Losses, lossesOf, lossLine } from "./systems/forecast/losses.js";
export { type LossAhead, lossesAhead } from "./systems/forecast/losses-ahead.js";
export { type StatusLine, statusLine } from "./systems/forecast/status-line.js";
export { type StopWarningOptions, stopWarning } from "./systems/forecast/stop-warning.js";
export { type HookInput, hookInput } from "./systems/hook-input.js";
