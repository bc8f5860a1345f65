/** Controls but line breaks and tabs, and what can't be seen or turns the direction of what is around it. */
const hidden =
  /(?!\n|\t|\u200c|\u200d|\ufe0e|\ufe0f)(?:\r(?!\n)|(?!\r)[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2028\u2029]|\p{Cs})/gu;

/** A text of many lines with nothing hidden in it: each such character is shown as its number, `⟨202E⟩`. */
export const visibleText = (text: string): string =>
  text.replace(
    hidden,
    (character) => `⟨${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
