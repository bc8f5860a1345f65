import { type Stats, statSync } from "node:fs";

/**
 * What changes with every write to a file, as one text: size, time of change, time of the last change of anything about
 * it, inode. The system sets the third and no program can set it back; a file that was put in place of another has a
 * fourth of its own.
 */
export const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size}:${mtimeMs}:${ctimeMs}:${ino}`;

/** True where two stamps are of one file, however it was written in between. */
export const isSameFile = (one: string, other: string): boolean => inodeOf(one) === inodeOf(other);

const inodeOf = (stamp: string): string => stamp.slice(stamp.lastIndexOf(":") + 1);

/** What tells whether a file was only appended to. */
export type FileState = Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "birthtimeMs" | "ino">;

/** Null where the file is away, or can't be asked, which is told when it is read. */
export function stateAt(path: string): FileState | null {
  try {
    const { size, mtimeMs, ctimeMs, birthtimeMs, ino } = statSync(path);
    return { size, mtimeMs, ctimeMs, birthtimeMs, ino };
  } catch {
    return null;
  }
}

/** False where another file stands there now. */
export const isStillThere = (before: FileState, now: FileState): boolean => {
  const [then, born] = [bornAt(before), bornAt(now)];
  return before.ino === now.ino && (then === null || born === null || then === born);
};

/** False where another file stands there now, or it was written to and did not grow. */
export const mayBeAppended = (before: FileState, now: FileState): boolean =>
  isStillThere(before, now) && !(before.size === now.size && before.mtimeMs !== now.mtimeMs);

/** Null where it may be the time of the last change, which systems give that know no other. */
const bornAt = ({ birthtimeMs, ctimeMs }: FileState): number | null => (birthtimeMs === ctimeMs ? null : birthtimeMs);

/** The stamp of the file at a path; of one that can't be asked, why. */
export function stampOrFault(path: string): string {
  try {
    return stampOf(statSync(path));
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
