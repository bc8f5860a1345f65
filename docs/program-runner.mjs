/** Runs programs of pages, one after another in one process: each message names a folder and a file; the answer is what it printed. */
process.exit = (code) => {
  throw new Error(`The program called process.exit(${code}).`);
};

process.on("message", async ({ folder, file }) => {
  process.chdir(folder);
  process.env.HOME = folder;
  const { write } = process.stdout;
  let printed = "";
  process.stdout.write = (text, encoding, done) => {
    printed += text;
    (typeof encoding === "function" ? encoding : done)?.();
    return true;
  };
  let problem = null;
  try {
    await import(file);
  } catch (error) {
    problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  process.stdout.write = write;
  process.exitCode = 0;
  process.send({ printed, problem });
});
