import type { getCallQuote } from '../../../src/services/voice/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { queryClient } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** What is asked of a call's price: its destination from the moment that its number is whole. */
export const askedOf = (destination: string): { destination?: string } =>
  /^\+\d{8,15}$/.test(destination) ? { destination } : {};

/** The key of a call's price. */
export const quoteKey = (userId: string, destination: string): readonly unknown[] => [
  ...queryKeys.callQuote(userId),
  askedOf(destination),
];

/** The price of a minute that is on the screen for this destination; null where none is. */
export const shownRate = (userId: string, destination: string): string | null =>
  queryClient.getQueryData<ResponseOf<typeof getCallQuote>>(quoteKey(userId, destination))?.ratePerMinute ??
  null;
