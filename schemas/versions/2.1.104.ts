import type { Change } from "./step.js";

/** The text of a hook becomes a list of one. */
export const hookContextList: Change = {
  version: "2.1.104",
  name: "hook-context-list",
  changed: "content of hook_additional_context: one text becomes a list of texts",
  source: "One third-party fixture has the text; all 753 public rows of 2.1.104 to 2.1.237 have the list",
  applies(raw) {
    if (raw.type !== "attachment") return false;
    const attachment = raw.attachment as { type?: unknown; content?: unknown } | null | undefined;
    return attachment?.type === "hook_additional_context" && typeof attachment.content === "string";
  },
  lift(raw) {
    const attachment = raw.attachment as { content: string };
    return { ...raw, attachment: { ...attachment, content: [attachment.content] } };
  },
};
