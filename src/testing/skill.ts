import { records } from "./recording.js";
import { addAttachment } from "./row.js";
import { limits } from "./rules.js";
import type { HeldSkill, Row, Session } from "./session.js";
import { newId } from "./session.js";
import { bringWhatIsDue } from "./surroundings.js";
import { tool } from "./tools.js";
import { openTurn, say } from "./turn.js";

/** How a skill is used. */
export interface SkillOptions {
  /** Default `model`: a call of the Skill tool; `user`: a typed `/name`, which starts a turn. */
  by?: "model" | "user";
  args?: string;
  /** True, or the text: a short note in place of the body. Default: as the version does for a body that is already in context. */
  stub?: boolean | string;
  /** The call failed; no body follows. */
  refused?: boolean;
  /** The skill ran in a subagent; no body follows in this file. */
  forked?: boolean;
  /** Where the skill lives; default `projectSettings`. A bundled one has no line with its directory. */
  scope?: "projectSettings" | "userSettings" | "bundled";
}

/** Writes the use of a skill: the call or the command, then the body as a message of its own. */
export function skill(session: Session, name: string, body: string, options: SkillOptions = {}): void {
  const content = bodyOf(session, name, body, options);
  if (options.by === "user") {
    invokedByUser(session, name, options);
    if (options.refused || options.forked) {
      bringWhatIsDue(session);
      return;
    }
    const companion = records(session.cliVersion, "user.turnCompanion") ? { turnCompanion: true } : {};
    say(session, [{ type: "text", text: sent(session, name, content, options) }], { isMeta: true }, companion, {
      process: true,
    });
    hold(session, name, content, options);
    if (records(session.cliVersion, "attachment/command_permissions") && session.ambient) {
      addAttachment(session, { type: "command_permissions", allowedTools: [] }, []);
    }
    bringWhatIsDue(session);
    return;
  }
  const sourceToolUseID = invokedByModel(session, name, options);
  if (options.refused || options.forked) return;
  const text = sent(session, name, content, options);
  const source = records(session.cliVersion, "user.sourceToolUseID") ? { sourceToolUseID } : {};
  say(session, [{ type: "text", text }], { isMeta: true }, source, { process: true });
  hold(session, name, content, options);
}

/** The skills that come back after a boundary, newest first: cut to the limit of one, and dropped over the limit of all. */
export function reattached(skills: HeldSkill[]): HeldSkill[] {
  const kept: HeldSkill[] = [];
  const maxChars = limits.skillTokens * limits.charsPerToken;
  let tokens = 0;
  for (const { name, path, content } of [...skills].reverse()) {
    const whole = content.length <= maxChars;
    const text = whole ? content : content.slice(0, maxChars - limits.skillCutLine.length) + limits.skillCutLine;
    tokens += Math.round(text.length / limits.charsPerToken);
    if (tokens > limits.allSkillTokens) break;
    kept.push({ name, path, content: text });
  }
  return kept;
}

function invokedByUser(session: Session, name: string, options: SkillOptions): void {
  openTurn(session);
  session.lastPrompt = `/${name}`;
  session.promptIndex += 1;
  const args = options.args === undefined ? "" : `\n<command-args>${options.args}</command-args>`;
  say(session, `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>${args}`, {}, {});
}

function invokedByModel(session: Session, name: string, options: SkillOptions): string {
  const input: Row = { skill: name, ...(options.args === undefined ? {} : { args: options.args }) };
  if (options.refused) return tool(session, "Skill", input, `Skill ${name} may not be used.`, { isError: true });
  const forked = options.forked ? { status: "forked", agentId: newId(session.world, "a") } : {};
  return tool(session, "Skill", input, `Launching skill: ${name}`, {
    toolUseResult: { success: true, commandName: name, ...forked },
  });
}

function bodyOf(session: Session, name: string, body: string, options: SkillOptions): string {
  const home = options.scope === "userSettings" ? "/home/dev" : session.cwd;
  const head = options.scope === "bundled" ? "" : `Base directory for this skill: ${home}/.claude/skills/${name}\n\n`;
  return head + body + (options.args === undefined ? "" : `\n\nARGUMENTS: ${options.args}`);
}

/** The body, or the note in its place. */
function sent(session: Session, name: string, content: string, options: SkillOptions): string {
  if (typeof options.stub === "string") return options.stub;
  const already = session.loaded.get(name) === content && records(session.cliVersion, "alreadyLoadedNote");
  return (options.stub ?? already) ? `Skill /${name} is already loaded above; instructions unchanged.` : content;
}

function hold(session: Session, name: string, content: string, options: SkillOptions): void {
  const path = `${options.scope ?? "projectSettings"}:${name}`;
  session.activeSkill = name;
  session.skills = [...session.skills.filter((one) => one.name !== name), { name, path, content }];
  session.loaded.set(name, content);
}
