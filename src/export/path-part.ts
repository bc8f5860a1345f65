/**
 * Makes a name safe as one part of a path: letters, digits, `.`, `_` and `-` stay, everything else becomes `_`. A name that
 * this changes, or that is too long, ends with a hash of the whole, so that two names do not meet.
 */
export function pathPart(name: string, hash: (text: string) => string): string {
  const safe = name.replace(/[^A-Za-z0-9._-]/g, "_");
  const isWhole = safe === name && name.length <= maxLength && !/^\.*$/.test(name);
  return isWhole ? name : `${safe.slice(0, maxLength)}-${hash(name).slice(0, 8)}`;
}

const maxLength = 120;
