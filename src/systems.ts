/** Door `./systems`: what runs beside sessions, such as hooks. Node only. */
export { type HookInput, hookInput } from "./systems/hook-input.js";
