/** Door `./systems`: what runs beside sessions, such as hooks. Node only. */
export { type KeepOptions, keepForecast } from "./systems/forecast/keep-forecast.js";
export type { KeptForecast } from "./systems/forecast/kept-forecast.js";
export { type Losses, lossesOf, lossLine } from "./systems/forecast/losses.js";
export { type LossAhead, lossesAhead } from "./systems/forecast/losses-ahead.js";
export { type StatusLine, statusLine } from "./systems/forecast/status-line.js";
export { type StopWarningOptions, stopWarning } from "./systems/forecast/stop-warning.js";
export { type HookInput, hookInput } from "./systems/hook-input.js";
export { type HookSystem, hookSystems } from "./systems/setup/hook-systems.js";
export { pluginFiles, writePlugin } from "./systems/setup/plugin-folder.js";
export {
  addToSettings,
  removeFromSettings,
  type SettingsFileChange,
  type SetupOptions,
} from "./systems/setup/settings-file.js";
export { type SettingsChange, settingsBlock, withoutSystems, withSystems } from "./systems/setup/settings-text.js";
