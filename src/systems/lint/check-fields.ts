import { skillFields } from "./advice.js";
import type { LintFinding } from "./finding.js";
import { finding } from "./finding.js";
import { quote } from "./quote.js";
import type { Skill } from "./skill.js";

/** Looks for fields of the frontmatter that are not documented, or hold what they should not. */
export function checkFields({ file, fields }: Skill): LintFinding[] {
  const { value: known, date } = skillFields;
  return [...fields].flatMap(([name, { value, line }]) => {
    const type = Object.hasOwn(known, name) ? known[name] : undefined;
    if (type === undefined) {
      const message = `${quote(name)} is no documented field${nearest(name, Object.keys(known))}.`;
      const why = `By the documentation as read on ${date}.`;
      return [finding("field-unknown", { file, line, message, grade: "inferred", why })];
    }
    if (value === null || fits[type](value)) return [];
    return [finding("field-type", { file, line, message: `${name} holds ${kindOf(value)}; documented is ${type}.` })];
  });
}

const isText = (value: unknown): boolean => typeof value === "string";

const fits: Record<(typeof skillFields.value)[string], (value: unknown) => boolean> = {
  text: isText,
  "yes or no": (value) => typeof value === "boolean",
  "text or a list": (value) => isText(value) || Array.isArray(value),
  "a mapping": (value) => typeof value === "object" && !Array.isArray(value),
  anything: () => true,
};

const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? "a list"
    : typeof value === "object"
      ? "a mapping"
      : `the ${typeof value} ${quote(String(value))}`;

/** Two spellings are near where they differ in hyphens, underscores and case alone, or one letter more or less. */
function nearest(name: string, known: string[]): string {
  const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, "");
  const found = known.find((one) => {
    const [a, b] = [plain(one), plain(name)];
    return a === b || a === `${b}s` || `${a}s` === b;
  });
  return found === undefined ? "" : `; did you mean ${found}?`;
}
