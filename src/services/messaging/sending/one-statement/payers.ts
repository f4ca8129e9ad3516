/** How long an account is remembered, and how many accounts; a forgotten one costs only one more round trip. */
const REMEMBERED_MS = 600_000;
const MOST = 10_000;

const since = new Map<string, number>();

/**
 * Whether the short statement recently could not charge this account and the long one could: it is a reseller's
 * customer, or its prices come from a list. Only a hint: both statements are correct for every account.
 */
export function needsLongSend(owner: string): boolean {
  const noted = since.get(owner);
  return noted !== undefined && performance.now() - noted < REMEMBERED_MS;
}

/** Notes that the short statement could not, and the long one could. */
export function noteLongSend(owner: string): void {
  if (since.size >= MOST) since.clear();
  since.set(owner, performance.now());
}
