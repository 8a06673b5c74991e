/** Of these the one below which this share of them lies, 0.5 being the one in the middle; NaN of none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);
