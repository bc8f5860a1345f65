/** Made when it is needed: it takes a fifth of the time in which the program starts. */
let numbers: Intl.NumberFormat | null = null;

/** A number as people read it: `168,568`. */
export function count(value: number): string {
  numbers ??= new Intl.NumberFormat("en-US");
  return numbers.format(value);
}

/** `1 note`, `2 notes`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
