import type { getCallQuote } from '../../../src/services/voice/contract.ts';
import type { User } from '../../../src/callers/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import type { CallFormValues } from './call-form-schema.ts';
import { mendNumber, visible } from '../../../src/shared/phone-number.ts';
import { queryClient } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/reads.ts';

/** The numbers of a call as they are typed: where it goes, and where it is forwarded to. */
export interface CallNumbers {
  destination: string;
  /** Null where it is not forwarded; a number that is not whole is blank. */
  forwardTo: string | null;
}

type NumberFields = Pick<CallFormValues, 'destination' | 'first' | 'ownPhone' | 'callForwarding' | 'forwardingNumber'>;

/** The numbers of a form as the server reads them; without one of its own, forwarding takes the profile's. */
export function numbersOf(
  { destination, first, ownPhone, callForwarding, forwardingNumber }: NumberFields,
  { phone, country }: Pick<User, 'phone' | 'country'>,
): CallNumbers {
  const read = (typed: string): string => mendNumber(visible(typed), country)?.number ?? '';
  if (first === 'mine') return { destination: read(ownPhone), forwardTo: read(destination) };
  const forwardTo = first === 'theirs' && callForwarding ? read(forwardingNumber || (phone ?? '')) : null;
  return { destination: read(destination), forwardTo };
}

/** The numbers of a question about a call's price, each from the moment that it is whole. */
export function askedOf({ destination, forwardTo }: CallNumbers): { destination?: string; forwardTo?: string } {
  if (!destination) return {};
  return forwardTo ? { destination, forwardTo } : { destination };
}

/** The key of a call's price. */
export const quoteKey = (userId: string, numbers: CallNumbers): readonly unknown[] => [
  ...queryKeys.callQuote(userId),
  askedOf(numbers),
];

/** The price of a minute that is on the screen for these numbers; null where none is. */
export const shownRate = (userId: string, numbers: CallNumbers): string | null =>
  queryClient.getQueryData<ResponseOf<typeof getCallQuote>>(quoteKey(userId, numbers))?.ratePerMinute ?? null;
