import type { Door } from "./doors.js";

type Way = "import" | "require" | "typed";

/** A module that asks each of these doors its question: `ask(text, folder)` gives the answers by door. */
export function askModule(doors: readonly Door[], way: Way): string {
  const imports = doors.map(({ names, specifier }) =>
    way === "require"
      ? `const { ${names.join(", ")} } = require("${specifier}");`
      : `import { ${names.join(", ")} } from "${specifier}";`,
  );
  const parameters = way === "typed" ? "text: string, folder: string" : "text, folder";
  const answers = doors.map(({ specifier, question }) => `    "${specifier}": ${question},`);
  const ask = [`async function ask(${parameters}) {`, "  return {", ...answers, "  };", "}"];
  return [...imports, ...ask, way === "require" ? "module.exports = { ask };" : "export { ask };", ""].join("\n");
}
