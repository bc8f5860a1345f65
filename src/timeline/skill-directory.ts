export const baseDirectory = "Base directory for this skill: ";

/** True where a body opens with its skill's directory, as bodies of skills (not of commands) do. */
export const hasBaseDirectory = (body: string): boolean => body.startsWith(baseDirectory);

/** The directory that a skill's body names, and with it the file it was rendered from; null for a command. */
export function skillFileOf(body: string): string | null {
  const directory = /^Base directory for this skill: (.+)$/m.exec(body.slice(0, 2_000))?.[1]?.trim();
  return directory === undefined ? null : `${directory.replace(/[\\/]$/, "")}/SKILL.md`;
}
