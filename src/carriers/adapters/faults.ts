import type { Refusal } from '../port.ts';

/**
 * Why carriers refuse messages or fail to deliver them: what the customer reads, and what may be done
 * where it was refused. The adapters map their carriers' codes to these.
 */
const FAULTS = {
  invalid_number: { customerWords: 'This number does not exist or cannot receive messages', retry: 'never' },
  opted_out: { customerWords: 'The recipient has asked not to receive messages', retry: 'never' },
  blocked: { customerWords: "The recipient's network blocked the message", retry: 'never' },
  content_refused: { customerWords: 'The message was refused because of its content', retry: 'never' },
  too_long: { customerWords: 'The message is too long', retry: 'never' },
  sender_refused: {
    customerWords: 'This sender ID is not allowed for this destination',
    retry: 'other-carrier',
  },
  us_unregistered: {
    customerWords: 'Messages to the United States need a sender number that is registered there',
    retry: 'other-carrier',
  },
  toll_free_unverified: {
    customerWords: 'This toll-free number is not verified for messages yet',
    retry: 'other-carrier',
  },
  no_route: { customerWords: 'This destination cannot be reached at the moment', retry: 'other-carrier' },
  /** Our own account there: administrators see to it, and customers are not told. */
  account: {
    customerWords: 'The carrier did not take the message',
    retry: 'other-carrier',
    blame: 'carrier',
  },
  other: { customerWords: 'The carrier did not take the message', retry: 'other-carrier' },
  throttled: { customerWords: 'The carrier is busy', retry: 'later', blame: 'throttled' },
  sender_throttled: {
    ...{ customerWords: 'The carrier is busy', retry: 'later', blame: 'throttled' },
    onlySender: true,
  },
  unreachable: { customerWords: 'The carrier could not be reached', retry: 'later', blame: 'carrier' },
  carrier_fault: { customerWords: 'The carrier had a fault', retry: 'later', blame: 'carrier' },
  handset_unreachable: { customerWords: 'The phone was switched off or out of reach', retry: 'never' },
  expired: { customerWords: 'The message could not be delivered in time', retry: 'never' },
  undelivered: { customerWords: 'The message could not be delivered', retry: 'never' },
} as const satisfies Record<string, Pick<Refusal, 'customerWords' | 'retry' | 'blame' | 'onlySender'>>;

export type Fault = keyof typeof FAULTS;

/** @param code the carrier's own */
export const refused = (code: string, fault: Fault): Refusal => ({ kind: 'refused', code, ...FAULTS[fault] });

export const customerWords = (fault: Fault): string => FAULTS[fault].customerWords;
