import { findSecrets } from "../timeline/secrets.js";

/**
 * What a skill may be called where a name from a transcript is passed on: letters, digits, dots, lines and dashes, at most
 * 64 characters, and the same before each colon (of a plugin, of a folder of commands).
 *
 * Source: 64 characters of letters, digits and hyphens, code.claude.com/docs/en/skills, 2026-09-29; dots, lines and colons
 * stand in names of real transcripts. A name of other alphabets is refused: it could be made of look-alikes.
 */
const part = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}";
const skillName = new RegExp(`^${part}(?::${part}){0,3}$`);

/** Says whether a name from a transcript can be one of a skill, and nothing else: no sentence, no control, no secret. */
export const isSkillName = (name: string): boolean => skillName.test(name) && findSecrets(name).length === 0;
