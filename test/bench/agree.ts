import { isDeepStrictEqual } from "node:util";

/** Throws where two of those that answered differ; null is no answer. */
export function same(question: string, answers: (readonly [name: string, answer: unknown])[]): void {
  const given = answers.filter(([, answer]) => answer !== null);
  const [first] = given;
  const other = given.find(([, answer]) => !isDeepStrictEqual(answer, first?.[1]));
  if (first === undefined || other === undefined) return;
  const shown = (answer: unknown): string => JSON.stringify(answer).slice(0, 300);
  throw new Error(
    `${question}: ${first[0]} answers ${shown(first[1])}, ${other[0]} answers ${shown(other[1])}. Variants have to agree.`,
  );
}
