import { writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { rollup } from "rollup";

/**
 * Writes a program that esbuild made of ES modules as CommonJS: Node starts it in half the time, as it loads no loader and
 * waits for no file. esbuild itself splits only ES modules.
 */
export async function asCommonJs(entries: Record<string, string>, folder: string): Promise<void> {
  const isPackage = (id: string): boolean => !id.startsWith(".") && !isAbsolute(id);
  // Strict, so that nothing is taken from an entry: as a module it may be there a second time, under the name of a link.
  const options = { treeshake: false, preserveEntrySignatures: "strict" } as const;
  const program = await rollup({ input: entries, external: isPackage, ...options });
  await program.write({
    dir: folder,
    format: "cjs",
    esModule: false,
    interop: "default",
    hoistTransitiveImports: false,
  });
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }\n');
}
