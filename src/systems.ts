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
export type { HandoverSession } from "./systems/handover/handover-session.js";
export type {
  Note as HandoverNote,
  NoteHead as HandoverNoteHead,
  NoteLine as HandoverNoteLine,
  NoteSection as HandoverNoteSection,
} from "./systems/handover/note.js";
export { handoverFolder, notesIn as handoverNotes } from "./systems/handover/note-files.js";
export {
  type WriteHandoverOptions,
  type WrittenHandover,
  writeHandover,
} from "./systems/handover/write-handover.js";
export { type HookInput, hookInput } from "./systems/hook-input.js";
