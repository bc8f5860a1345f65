import { skillsArticle } from "../../queries/claims/sources.js";
import type { Sourced } from "../../queries/rules.js";

/** Tokens that a rendered skill should stay below: "around 4,000 tokens to leave headroom". */
export const advisedSkillTokens: Sourced<number> = { ...skillsArticle, value: 4_000 };

/** Lines that count as the first screen of a skill. The article gives no number; a screenful of an editor is our reading. */
export const firstScreenLines: Sourced<number> = { ...skillsArticle, value: 40 };

/** Tokens of the context window that a listing's share is taken of, where no other is named. */
export const usualWindow: Sourced<number> = {
  value: 200_000,
  source:
    "documentation: 1 % of the window, and 8,000 characters where it is not known, which is 1 % of this at 4 a token",
  date: "2026-08-22",
};

/** Characters of a listing that stand for a token of the window. */
export const listingCharsPerToken: Sourced<number> = {
  value: 4,
  source: "the same: 8,000 characters for a window of 200,000 tokens",
  date: "2026-08-22",
};

/** Hook events whose plain output becomes context. */
export const eventsThatPrint: Sourced<readonly string[]> = {
  value: ["SessionStart", "UserPromptSubmit", "UserPromptExpansion", "PostModelSwitch"],
  source: "documentation: hooks, copies of 2026-08-22 to 2026-10-08",
  date: "2026-10-08",
};

type FieldType = "text" | "yes or no" | "text or a list" | "a mapping" | "anything";

/** Fields of the frontmatter of skills and commands, with what they hold. */
export const skillFields: Sourced<Record<string, FieldType>> = {
  value: {
    name: "text",
    description: "text",
    when_to_use: "text",
    "argument-hint": "anything",
    arguments: "text or a list",
    "disable-model-invocation": "yes or no",
    "user-invocable": "yes or no",
    "allowed-tools": "text or a list",
    "disallowed-tools": "text or a list",
    model: "text",
    effort: "text",
    context: "text",
    background: "yes or no",
    agent: "text",
    hooks: "a mapping",
    paths: "text or a list",
    shell: "text",
    license: "text",
    compatibility: "text",
    metadata: "a mapping",
    version: "anything",
  },
  source: "documentation: skills, and the Agent Skills standard, as public copies of 2026-09 give them",
  date: "2026-09-04",
};
