/** The value that a share of the values does not exceed: 0.99 for the p99. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const median = (values: readonly number[]) => percentile(values, 0.5)
