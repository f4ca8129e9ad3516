/** The value below which that share of all lie; the median, unless another is asked for. */
export function median(values: readonly number[] = [], share = 0.5): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
