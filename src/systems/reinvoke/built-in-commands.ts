import type { Sourced } from "../../queries/rules.js";

/**
 * Commands of the program that send a prompt of their own, so that a transcript shows them as it shows a skill. To invoke
 * one again would begin its work again. Commands that send none (`/compact`, `/model`) never look like a skill.
 */
export const builtInCommands: Sourced<ReadonlySet<string>> = {
  value: new Set(["init", "insights", "pr-comments", "review", "security-review", "statusline", "team-onboarding"]),
  source:
    "documentation page: skills (init, review, security-review are built-in commands that the Skill tool takes; CLI 2.1.240); no page was read for the others",
  date: "2026-08-22",
};
