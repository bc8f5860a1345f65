import type { Change } from "./step.js";

/** No lift: how often the mode was mentioned and how it is set are different things. */
export const autoModeSettings: Change = {
  version: "2.1.211",
  name: "auto-mode-settings",
  changed: "auto_mode {reminderType} becomes {autoModeConsentFlow, bashFirst, bypass, steerOnly}",
  source: "Public transcripts: reminderType in 2.1.119 to 2.1.140, the newer keys from 2.1.211",
  applies(raw) {
    if (raw.type !== "attachment") return false;
    const attachment = raw.attachment as { type?: unknown; reminderType?: unknown } | null | undefined;
    return attachment?.type === "auto_mode" && attachment.reminderType !== undefined;
  },
};
