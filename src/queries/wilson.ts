/** The 97.5 % point of the normal distribution, for an interval of 95 %. */
const z = 1.959963984540054;

/** A share, and the interval in which the true rate lies with 95 %; null where nothing was counted. */
export interface Share {
  rate: number | null;
  low: number | null;
  high: number | null;
}

/** The share of successes with its Wilson score interval (E. B. Wilson, 1927), which holds for small counts too. */
export function wilson(successes: number, n: number): Share {
  if (n === 0) return { rate: null, low: null, high: null };
  const rate = successes / n;
  const middle = (rate + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  // At both ends the interval closes exactly; the formula misses that by a rounding error.
  return { rate, low: successes === 0 ? 0 : middle - half, high: successes === n ? 1 : middle + half };
}
