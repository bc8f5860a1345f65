/** The words of a text that tell what it is about, each once: those of four letters or more that are no common ones, and what holds a digit. */
export const tellingWords = (text: string): string[] => [
  ...new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter(
      (word) => /\p{N}/u.test(word) || (word.length >= 4 && !commonWords.has(word)),
    ),
  ),
];

const commonWords: ReadonlySet<string> = new Set(
  (
    "about after also because been before being could does done down each from have here into just like make more most " +
    "much need next once only other over please said same shall should some such than that their them then there these they " +
    "this those through under until very want well were what when where which while will with would your"
  ).split(" "),
);
