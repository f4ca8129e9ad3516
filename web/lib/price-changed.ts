import { ApiError } from './call.ts';
import { queryKeys, reread } from './reads.ts';

/** Tells whether the server refused an action because its price is no longer the one shown. */
export const isPriceChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'price_changed';

/** Reads again what messages, calls and numbers cost. */
export function showPricesAgain(userId: string): void {
  void reread(queryKeys.rates(userId), queryKeys.smsQuote(userId), queryKeys.callQuote(userId));
}
