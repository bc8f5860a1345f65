/** Splits `SessionStart:compact` into event and matcher; the recorded event wins where both are there. */
export function splitHookName(
  name: string | null,
  event: string | null,
): { event: string | null; matcher: string | null } {
  const colon = name?.indexOf(":") ?? -1;
  if (name === null || colon < 0) return { event: event ?? name, matcher: null };
  return { event: event ?? name.slice(0, colon), matcher: name.slice(colon + 1) };
}
