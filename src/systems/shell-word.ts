/** A word as a shell takes it: quoted where it holds more than letters, digits and harmless signs. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
