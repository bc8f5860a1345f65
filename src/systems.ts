/** Door `./systems`: what runs beside sessions, such as hooks. Node only. */
export {
  type HandoverCheckOptions,
  type HandoverCheckRow,
  handoverCheck,
} from "./systems/handover/check-handover.js";
export {
  type DeliveredHandover,
  type DeliverHandoverOptions,
  deliverHandover,
} from "./systems/handover/deliver-handover.js";
export type { Note, NoteHead, NoteLine, NoteSection } from "./systems/handover/note.js";
export { handoverFolder, notesIn } from "./systems/handover/note-files.js";
export {
  type HandoverSession,
  type WriteHandoverOptions,
  type WrittenHandover,
  writeHandover,
} from "./systems/handover/write-handover.js";
export { type HookInput, hookInput } from "./systems/hook-input.js";
