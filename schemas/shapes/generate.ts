import { schemasByName } from "../kinds.js";
import { describer } from "./describe.js";

/**
 * The module `shapes/text.ts`: the shapes of all kinds of entries, and which kind has which, as JSON. The build takes it from
 * here; the committed file is for what runs from the sources, and a test tells when it is out of date.
 */
export function shapesModule(): string {
  const { shapes, fields, partOf } = describer();
  const kinds = Object.fromEntries([...schemasByName].map(([name, schema]) => [name, partOf(schema)]));
  const text = JSON.stringify({ shapes, fields, kinds });
  if (text.includes("'") || text.includes("\\")) throw new Error("The shapes need quotes of another kind.");
  return `// Written by \`npm run schemas\` from the zod schemas.\nexport const shapesText =\n  '${text}';\n`;
}
