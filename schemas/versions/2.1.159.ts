import type { Change } from "./step.js";

/** A name alone becomes a skill with a name and no text. */
export const invokedSkillObjects: Change = {
  version: "2.1.159",
  name: "invoked-skill-objects",
  changed: "skills of invoked_skills: names become {name, path, content}",
  source: "One third-party reader accepts plain names; every public row from 2.1.159 on has objects",
  applies(raw) {
    if (raw.type !== "attachment") return false;
    const attachment = raw.attachment as { type?: unknown; skills?: unknown } | null | undefined;
    if (attachment?.type !== "invoked_skills" || !Array.isArray(attachment.skills)) return false;
    return attachment.skills.some((skill) => typeof skill === "string");
  },
  lift(raw) {
    const attachment = raw.attachment as { skills: unknown[] };
    const skills = attachment.skills.map((skill) => (typeof skill === "string" ? { name: skill } : skill));
    return { ...raw, attachment: { ...attachment, skills } };
  },
};

/** The id of the request keeps its value under the newer name. What the error says otherwise stays as it stands. */
export const apiErrorRequestId: Change = {
  version: "2.1.159",
  name: "api-error-request-id",
  changed:
    "error of api_error: {status, headers, requestID, error, cause} becomes {message, formatted, status, requestId, connection}",
  source: "Public transcripts: requestID in 2.1.5 to 2.1.136, the newer keys in 2.1.159 to 2.1.179",
  applies(raw) {
    if (raw.type !== "system" || raw.subtype !== "api_error") return false;
    const error = raw.error as Record<string, unknown> | null | undefined;
    return typeof error === "object" && error !== null && "requestID" in error && !("requestId" in error);
  },
  lift(raw) {
    const { requestID, ...error } = raw.error as Record<string, unknown>;
    return { ...raw, error: { ...error, requestId: requestID } };
  },
};
