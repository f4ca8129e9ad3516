/** So long an account is remembered, and so many at most: a reminder that is missing costs one more round trip. */
const REMEMBERED_MS = 600_000;
const MOST = 10_000;

const since = new Map<string, number>();

/**
 * Whether the short statement could not charge this account lately and the long one could: it is a reseller's customer,
 * or prices come from a list. A hint only: either statement is right for every account.
 */
export function needsLongSend(owner: string): boolean {
  const noted = since.get(owner);
  return noted !== undefined && performance.now() - noted < REMEMBERED_MS;
}

/** Notes that it could not, and the long one could. */
export function noteLongSend(owner: string): void {
  if (since.size >= MOST) since.clear();
  since.set(owner, performance.now());
}
