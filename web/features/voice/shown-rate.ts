import type { getCallQuote } from '../../../src/services/voice/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import type { CallFormValues } from './call-form-schema.ts';
import { queryClient } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The numbers of a call as they are typed: where it goes, and where it is forwarded to. */
export interface CallNumbers {
  destination: string;
  /** Null where it is not forwarded. */
  forwardTo: string | null;
}

type NumberFields = Pick<CallFormValues, 'destination' | 'first' | 'ownPhone' | 'callForwarding' | 'forwardingNumber'>;

/** The numbers of a form; without one of its own, forwarding takes the profile's. */
export const numbersOf = (
  { destination, first, ownPhone, callForwarding, forwardingNumber }: NumberFields,
  profileNumber: string | null,
): CallNumbers =>
  first === 'mine'
    ? { destination: digitsOf(ownPhone), forwardTo: digitsOf(destination) }
    : {
        destination: digitsOf(destination),
        forwardTo: first === 'theirs' && callForwarding ? digitsOf(forwardingNumber || (profileNumber ?? '')) : null,
      };

const digitsOf = (number: string): string => number.replace(/[\s()-]/g, '');
const isWhole = (number: string): boolean => /^\+\d{8,15}$/.test(number);

/** The numbers of a question about a call's price, each from the moment that it is whole. */
export function askedOf({ destination, forwardTo }: CallNumbers): { destination?: string; forwardTo?: string } {
  if (!isWhole(destination)) return {};
  return forwardTo !== null && isWhole(forwardTo) ? { destination, forwardTo } : { destination };
}

/** The key of a call's price. */
export const quoteKey = (userId: string, numbers: CallNumbers): readonly unknown[] => [
  ...queryKeys.callQuote(userId),
  askedOf(numbers),
];

/** The price of a minute that is on the screen for these numbers; null where none is. */
export const shownRate = (userId: string, numbers: CallNumbers): string | null =>
  queryClient.getQueryData<ResponseOf<typeof getCallQuote>>(quoteKey(userId, numbers))?.ratePerMinute ?? null;
