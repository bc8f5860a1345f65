import type { Stats } from "node:fs";

/**
 * What changes with every write to a file, as one text: size, time of change, time of the last change of anything about
 * it, inode. The system sets the third and no program can set it back; a file that was put in place of another has a
 * fourth of its own.
 */
export const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
