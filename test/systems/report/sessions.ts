import { type Transcript, transcript } from "../../../src/testing.js";

/** Words that would do harm where they are taken for markup, for a command of a terminal, or for a hidden text. */
export const hostile =
  `</td></svg></title><script>alert(1)</script><img src=x onerror=alert(1)> " onload='x' | \`a\` [x](https://evil.example) @someone #12 ` +
  `**b** <!-- \u202eevil\u0000\u001b[31m\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007 \ud800\uffff`;

/** A session in which every text that a report shows is hostile. */
export function hostileSession(): Transcript {
  return transcript({ cliVersion: "2.1.285", cwd: `/home/dev/${hostile}` })
    .instructions([{ path: `/home/dev/${hostile}/CLAUDE.md`, content: hostile }])
    .listing({ [hostile]: hostile })
    .hook(`SessionStart:compact`, { command: hostile, stdout: hostile })
    .prompt(hostile)
    .reply(hostile)
    .read(`/home/dev/${hostile}/a.ts`, hostile)
    .nestedMemory(`/home/dev/${hostile}/sub/CLAUDE.md`, hostile)
    .skill(hostile, hostile, { args: hostile })
    .tool("Bash", { command: hostile }, hostile)
    .compact({ summary: hostile, trigger: "manual", preTokens: 90_000, postTokens: 9000 })
    .prompt(hostile)
    .reply(hostile);
}
