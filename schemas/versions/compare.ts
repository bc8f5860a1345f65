/**
 * Compares two CLI versions by their dotted numbers: negative if `a` is older, positive if it is newer, 0 if equal.
 *
 * A missing or non-numeric part counts as 0, so `2.1` equals `2.1.0`; what follows a `-` (a pre-release tag) is ignored.
 */
export function compareVersions(a: string, b: string): number {
  const left = parts(a);
  const right = parts(b);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parts(version: string): number[] {
  return (version.split("-", 1)[0] ?? "").split(".").map((part) => Number.parseInt(part, 10) || 0);
}
