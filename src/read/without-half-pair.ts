/** The first `chars` UTF-16 units of a text, one less where that would cut a character in two. */
export function withoutHalfPair(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const halved = isSurrogate(text, chars - 1, 0xd800) && isSurrogate(text, chars, 0xdc00);
  return text.slice(0, halved ? chars - 1 : chars);
}

function isSurrogate(text: string, at: number, first: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === first;
}
