/** Door `./systems`: what runs beside sessions, such as hooks. Node only. */
export { type HookInput, hookInput } from "./systems/hook-input.js";
export { catalogEntries } from "./systems/reinvoke/catalog.js";
export { type ReinvokeOptions, type ReinvokeRow, reinvocations } from "./systems/reinvoke/reinvocations.js";
export { reinvokeOutput } from "./systems/reinvoke/reinvoke-text.js";
