import type { ShortPricing } from '../../../../money/pricing/price-recipients.ts';

/** How long an account is remembered, and how many accounts; a forgotten one costs only one more round trip. */
const REMEMBERED_MS = 600_000;
const MOST = 10_000;

const noted = new Map<string, { form: ShortPricing | null; at: number }>();

/**
 * The short statement that is likely to charge this account; null if none can, because it is a reseller's customer or
 * pays by a list of resellers' prices. Only a hint: every statement is correct for every account.
 */
export function shortFormOf(owner: string): ShortPricing | null {
  const found = noted.get(owner);
  return found && performance.now() - found.at < REMEMBERED_MS ? found.form : 'flat';
}

/** Notes which short statement would have charged this account, where another one did not. */
export function noteShortForm(owner: string, form: ShortPricing | null): void {
  if (noted.size >= MOST) noted.clear();
  noted.set(owner, { form, at: performance.now() });
}
