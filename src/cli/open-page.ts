import { spawn } from "node:child_process";

/** So long an opener takes to say that it can't. */
const patience = 2000;

/** Opens a file with the program that the platform has for it; false where it has none. */
export function openPage(file: string): Promise<boolean> {
  const [command, ...args] = openerOf(process.platform);
  return new Promise((resolve) => {
    const opener = spawn(command, [...args, file], { detached: true, stdio: "ignore" });
    const late = setTimeout(() => resolve(true), patience);
    const end = (opened: boolean): void => {
      clearTimeout(late);
      resolve(opened);
    };
    opener.on("error", () => end(false));
    // Explorer ends with 1 where it has opened the file, too.
    opener.on("exit", (code) => end(code === 0 || process.platform === "win32"));
    opener.unref();
  });
}

function openerOf(platform: NodeJS.Platform): [command: string, ...args: string[]] {
  if (platform === "darwin") return ["open"];
  return platform === "win32" ? ["explorer.exe"] : ["xdg-open"];
}
