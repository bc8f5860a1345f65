import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type BuildOptions, build, type Plugin, transform } from "esbuild";
import { licencesOf } from "./bundled-licences.js";
import { viewMark } from "./src/systems/report/marks.js";

/** Where `tidemark view` puts the transcripts that the page brings along. */
export const transcriptsMark = "<!-- transcripts -->";

/**
 * The page that `tidemark view` opens: one file, with the worker's program in its own. It may open no connection, and run
 * no script but this one; what it styles can't reach out either.
 */
export async function viewPage(plugins: Plugin[]): Promise<string> {
  const thread = await bundled("src/view/thread.ts", plugins);
  const own = await bundled("src/view/main.tsx", [
    ...plugins,
    made("src/view/thread-code", () => `export const threadCode = ${JSON.stringify(thread.code)};`),
    made("src/view/words", () => `export const wordGroups = ${JSON.stringify(wordGroups())};`),
  ]);
  const licences = licencesOf([...thread.files, ...own.files]);
  const script = own.code.replaceAll(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
  const styles = ["base", "layout", "rows", "texts", "sizes"].map((name) =>
    readFileSync(`src/view/style/${name}.css`, "utf8"),
  );
  const { code: style } = await transform(styles.join("\n"), { loader: "css", minify: true });
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    // Plots bring styles of their own; nothing that a style could load is allowed.
    "style-src 'unsafe-inline'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${viewMark}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>tidemark</title>
<style>${style.trim()}</style>
</head>
<body>
<div id="view"><noscript>This page reads transcripts with a script of its own; allow it to run.</noscript></div>
${transcriptsMark}
<script type="text/plain" id="licences">${licences.replaceAll("<", "&lt;")}</script>
<script>${script}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

async function bundled(entry: string, plugins: Plugin[]): Promise<{ code: string; files: string[] }> {
  const options = {
    entryPoints: [entry],
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    write: false,
    metafile: true,
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins,
  } satisfies BuildOptions;
  const { outputFiles, metafile } = await build(options);
  return { code: (outputFiles[0]?.text ?? "").trim(), files: Object.keys(metafile.inputs) };
}

/** Takes a module from what it is made of, not from the file that is there. */
export function made(path: string, make: () => string | Promise<string>): Plugin {
  return {
    name: path,
    setup(build) {
      const filter = new RegExp(`${path.replaceAll("/", String.raw`[\\/]`)}\\.ts$`);
      build.onLoad({ filter }, async () => ({ contents: await make(), loader: "ts" }));
    },
  };
}

/** The tables of `docs/words.md`: the page has no other words. */
export function wordGroups(): { title: string; words: { word: string; means: string }[] }[] {
  const groups: { title: string; words: { word: string; means: string }[] }[] = [];
  for (const line of readFileSync("docs/words.md", "utf8").split("\n")) {
    const title = /^#+ (.+)$/.exec(line)?.[1];
    if (title !== undefined) groups.push({ title: title.replaceAll("`", ""), words: [] });
    const [, word, means] = /^\| (.+?) +\| (.+?) +\|$/.exec(line) ?? [];
    if (word === undefined || means === undefined || means === "means" || word.startsWith("---")) continue;
    groups.at(-1)?.words.push({ word: word.replaceAll("`", ""), means: means.replaceAll("`", "") });
  }
  return groups.filter(({ words }) => words.length > 0);
}
