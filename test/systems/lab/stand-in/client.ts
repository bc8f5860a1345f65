import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Row } from "../../../../src/testing.js";
import type { Arguments } from "./arguments.js";
import type { Behaviour } from "./behaviour.js";
import { compactHooksOf, fileNow, instructionsOf, rulesOf, type SkillFile, skillsOf } from "./disk.js";
import type { Session } from "./journal.js";

/** What one message came to. */
export interface Said {
  text: string;
  turns: number;
  /** A compaction happened. */
  compacted: boolean;
}

/** One process of the program with the session that it has open. */
export interface Client {
  say: (text: string) => Said;
}

const markPattern = /[A-Z]{2}-[0-9]{6}/g;

/** Opens a process on a session; `isNew` where the session begins with it. */
export function openClient(
  session: Session,
  isNew: boolean,
  given: Arguments,
  behaviour: Behaviour,
  { cwd, configDir, env }: { cwd: string; configDir: string; env: NodeJS.ProcessEnv },
): Client {
  const onDisk = new Map<string, string>();
  const loaded = new Set<string>();
  lookAtDisk();
  if (isNew) {
    session.call("instructions", instructionsOf(cwd, configDir, given.sources));
    const skills = skillsOf(cwd);
    session.call("listing", Object.fromEntries(skills.map(({ name, description }) => [name, description])));
    if (given.sources.includes("project") && given.settings.disableAllHooks !== true)
      for (const command of compactHooksOf(cwd)) {
        const prints = /^cat (\S+)$/.exec(command)?.[1];
        if (prints === undefined) throw new Error(`The stand-in runs cat alone, not ${command}.`);
        session.call("hook", "SessionStart:compact", { command, prints: join(cwd, prints) });
      }
  } else {
    session.call("exit");
    session.call("resume", { cliVersion: behaviour.version, keepsSkills: behaviour.keepsSkills === true });
  }
  return {
    say(text) {
      lookAtDisk();
      const [, command = "", args = ""] = /^\/(\S+) ?([\s\S]*)$/.exec(text) ?? [];
      if (command === "compact") return compact(args);
      const skill = skillsOf(cwd).find(({ name }) => name === command);
      if (skill !== undefined) return invoke(skill);
      session.call("prompt", text, { source: "sdk" });
      const answer = /list every string that starts with ([A-Z]{2})-/.test(text) ? answerProbe(text) : readFiles(text);
      return { ...answer, compacted: compactsByItself() };
    },
  };

  /** The disk of the builder becomes what lies there now. */
  function lookAtDisk(): void {
    const inDirectory = readdirSync(cwd, { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const path of [...inDirectory, join(configDir, "CLAUDE.md")]) {
      const now = fileNow(path);
      if (now === null || onDisk.get(path) === `${now.mtime} ${now.text}`) continue;
      onDisk.set(path, `${now.mtime} ${now.text}`);
      session.call("disk", path, now.text, { mtime: now.mtime });
    }
  }

  function invoke({ name, body }: SkillFile): Said {
    session.call("skill", name, body, { by: "user" });
    session.call("reply", "READY");
    return { text: "READY", turns: 1, compacted: false };
  }

  function readFiles(text: string): Said {
    const paths = [...text.matchAll(/\b(?:sub|other)\/[\w.]+\.txt\b/g)].map(([path]) => path);
    const wanted = [...new Set(paths)];
    if (!given.allowedTools.includes("Read") || wanted.length + 1 > given.maxTurns) {
      session.call("reply", "I may not read that.");
      return { text: "I may not read that.", turns: 1, compacted: false };
    }
    for (const path of wanted) read(join(cwd, path));
    const reply = (fileNow(join(cwd, wanted[0] as string))?.text ?? "").split("\n", 1)[0] as string;
    session.call("reply", reply);
    return { text: reply, turns: wanted.length + 1, compacted: false };
  }

  /** A read loads what stands beside the file, once in a process and a segment. */
  function read(path: string): void {
    session.call("read", path);
    const beside = join(dirname(path), "CLAUDE.md");
    const notes = fileNow(beside);
    if (notes !== null && dirname(path) !== cwd && !loaded.has(beside)) {
      loaded.add(beside);
      session.call("nestedMemory", beside, notes.text);
    }
    for (const { path: rule, globs } of rulesOf(cwd)) {
      const matches = globs?.some((glob) => path.startsWith(join(cwd, glob.replace("/**", "/"))));
      if (!matches || loaded.has(rule)) continue;
      loaded.add(rule);
      session.call("nestedMemory", rule, fileNow(rule)?.text ?? "", { globs });
    }
  }

  function answerProbe(text: string): Said {
    const prefix = /starts with ([A-Z]{2})-/.exec(text)?.[1] as string;
    const seen = inContext().filter((mark) => mark.startsWith(prefix));
    if (behaviour.answer === "guess") seen.push(`${prefix}-000000`);
    if (behaviour.answer === "forget") seen.pop();
    const reply = seen.map((mark) => `${mark}: it stands in my context`).join("\n");
    session.call("reply", reply);
    return { text: reply, turns: 1, compacted: false };
  }

  /** Every number in what was put before the model since the last boundary, and in what that boundary kept. */
  function inContext(): string[] {
    const rows = session.built.rows();
    const at = rows.findLastIndex(({ subtype }) => subtype === "compact_boundary");
    const metadata = rows[at]?.compactMetadata as Row | undefined;
    const kept = (metadata?.preservedMessages as { uuids: string[] } | undefined)?.uuids ?? [];
    const sent = rows.filter((row, index) => index > at || kept.includes(row.uuid as string));
    const texts = sent.map((row) =>
      row.type === "attachment"
        ? JSON.stringify(row.rendered ?? "")
        : JSON.stringify((row.message as Row)?.content ?? ""),
    );
    return [...new Set(texts.flatMap((text) => text.match(markPattern) ?? []))].sort();
  }

  function compact(focus: string): Said {
    if (isNew && session.turns === 0) return { text: "Not enough messages to compact.", turns: 0, compacted: false };
    session.call("compact", { trigger: "manual", summary: summaryOf(focus), ...withoutSkills() });
    loaded.clear();
    return { text: "", turns: 0, compacted: true };
  }

  function compactsByItself(): boolean {
    const window = Number(env.CLAUDE_CODE_AUTO_COMPACT_WINDOW ?? 200_000);
    const limit = (window * Number(env.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE ?? 95)) / 100;
    const last = session.built.rows().findLast(({ type }) => type === "assistant");
    const usage = (last?.message as Row | undefined)?.usage as Record<string, number> | undefined;
    const size =
      (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
    if (size < limit) return false;
    session.call("compact", { trigger: "auto", summary: summaryOf(""), ...withoutSkills() });
    loaded.clear();
    return true;
  }

  function withoutSkills(): Row {
    return behaviour.losesSkills === true ? { skills: false } : {};
  }

  /** Names every number that stood in context, or with a focus the one that was said alone. */
  function summaryOf(focus: string): string {
    const prompts = session.built.rows().map((row) => JSON.stringify((row.message as Row)?.content ?? ""));
    const said = prompts.flatMap((text) => /order number is ([A-Z]{2}-[0-9]{6})/.exec(text)?.[1] ?? []);
    const marks = focus.includes("Leave out") ? said : inContext();
    return `The session so far: the order number is ${said[0] ?? "not known"}. Seen in it: ${marks.join(", ")}.`;
  }
}
