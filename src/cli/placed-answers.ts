/** What all sessions answered, for a verb that sums it up; where several did, `placed` puts the file into each place of an answer. */
export async function placedAnswers<T>(
  asked: AsyncIterable<{ file: string; answer: T }>,
  placed: (file: string, answer: T) => T,
): Promise<T[]> {
  const all: { file: string; answer: T }[] = [];
  for await (const one of asked) all.push(one);
  return all.map(({ file, answer }) => (all.length === 1 ? answer : placed(file, answer)));
}
