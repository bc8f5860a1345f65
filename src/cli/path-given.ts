/** The path that an option was given; an empty one, as of a variable that is not set, would be the working directory. */
export function pathGiven(path: string): string {
  if (path === "") throw new RangeError("It is empty: give a path.");
  return path;
}
