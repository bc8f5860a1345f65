/** What the program ends with, and what it means. */
export const exitCodes: readonly (readonly [code: number, means: string])[] = [
  [0, "answered"],
  [
    1,
    "answered, and a check found a fault: check met an error, drift has a row, lint found an error, lab report a regression",
  ],
  [2, "wrong use, or a session could not be asked (the others are answered)"],
  [70, "a fault of tidemark itself"],
  [130, "ended by Ctrl-C"],
];
