/** How long an account is remembered, and how many accounts; a forgotten one costs only one more round trip. */
const REMEMBERED_MS = 600_000;
const MOST = 10_000;

const noted = new Map<string, { isDirect: boolean; at: number }>();

/**
 * Tells whether the short statement is likely to charge this account: false for a reseller's customer. Only a hint:
 * every statement is correct for every account.
 */
export function isLikelyDirect(owner: string): boolean {
  const found = noted.get(owner);
  return !found || performance.now() - found.at >= REMEMBERED_MS || found.isDirect;
}

/** Notes whether the short statement would have charged this account, where it did not. */
export function noteDirect(owner: string, isDirect: boolean): void {
  if (noted.size >= MOST) noted.clear();
  noted.set(owner, { isDirect, at: performance.now() });
}
