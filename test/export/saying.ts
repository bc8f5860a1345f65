import { type Transcript, transcript } from "../../src/testing.js";

const cwd = "/home/dev/project";

/** A session that says `text()` wherever a text can stand; each call may give another one. */
export function saying(text: () => string): Transcript {
  return transcript({ cliVersion: "2.1.285" })
    .hook("SessionStart:startup", { command: `start ${text()}`, stdout: text() })
    .hook("SessionStart:compact", { command: "again", json: { hookSpecificOutput: { additionalContext: text() } } })
    .instructions([{ path: `${cwd}/CLAUDE.md`, content: text() }])
    .listing({ deploy: text(), review: "Reads it." })
    .prompt(`Decided: we will use ${text()}`)
    .reply(`I will check it after the merge: ${text()}`, { thinking: text() })
    .prompt(`Is this right? ${text()}`)
    .reply(`Waiting for Sam about ${text()}. Next step: ${text()}`)
    .skill("deploy", text(), { by: "user", args: text() })
    .skill("review", text(), { args: text() })
    .read(`${cwd}/a.ts`, text())
    .write(`${cwd}/b.ts`, `${"x ".repeat(300)}${text()}`)
    .write(`${cwd}/.env`, "a=1")
    .edit(`${cwd}/.env`, "a=1", text())
    .nestedMemory(`${cwd}/sub/CLAUDE.md`, text())
    .command("/model", text())
    .shell(text(), text())
    .taskNotification(text())
    .tool("Bash", { command: text(), description: text() }, text(), { isError: true })
    .tool("Bash", { command: text() }, text())
    .tool("TodoWrite", { todos: [{ content: text(), status: "pending", activeForm: text() }] }, text())
    .tool("TaskCreate", { subject: text(), description: text() }, `Task #1 created successfully: ${text()}`)
    .tool("AskUserQuestion", { questions: [{ question: text() }] }, "", { open: true })
    .tool("ExitPlanMode", { plan: `# ${text()}` }, text())
    .raw({ type: "custom-title", customTitle: text(), sessionId: "s" })
    .raw({
      type: "attachment",
      uuid: "plan",
      attachment: { type: "plan_file_reference", planFilePath: "/p.md", planContent: text() },
    })
    .raw({ type: "attachment", uuid: "other", attachment: { type: "tide_table", content: text() } })
    .raw({ type: "system", uuid: "system", subtype: "informational", content: text() })
    .subagent(text(), (agent) => agent.prompt(text()).reply(text()))
    .compact({ summary: `Decided: ${text()}\nOpen: ${text()}`, trigger: "manual" })
    .prompt(text())
    .queued(text())
    .tool("Bash", { command: text() }, text())
    .reply(`I will look at it later: ${text()}. Should I? ${text()}?`)
    .hook("PostToolUse:Bash", { command: "check", stdout: `${"y ".repeat(300)}${text()}` })
    .prompt(`Let's go with ${text()}`)
    .tool("Bash", { command: text() }, text(), { open: true });
}
