const numbers = new Intl.NumberFormat("en");
const times = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

export const count = (value) => numbers.format(value);

export const plural = (value, word) => `${count(value)} ${word}${value === 1 ? "" : "s"}`;

/** Null is not 0: what the record does not say is a dash. */
export const orDash = (value) => (value === null ? "–" : count(value));

export const when = (at) => (at === null ? "at a time that is not recorded" : times.format(at));

/** `tree.ts: beyond file limit?`, with a question mark where the reason is inferred. */
export const lossText = ({ name, reason, grade }) =>
  `${name}: ${reason.replaceAll("-", " ")}${grade === "inferred" ? "?" : ""}`;

/** `3 files, 1 skill` */
export function lossSummary(losses, leftOut) {
  const items = new Map();
  for (const { item } of losses) items.set(item, (items.get(item) ?? 0) + 1);
  const parts = [...items].map(([item, many]) => plural(many, item.replaceAll("-", " ")));
  if (leftOut > 0) parts.push(`${count(leftOut)} more`);
  return parts.length === 0 ? "nothing but the conversation" : parts.join(", ");
}

export const nameOf = ({ title, project, sessionId, key }) => title ?? project ?? sessionId ?? key;
