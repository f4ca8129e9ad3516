import type { Refusal } from '../port.ts';
import { REASONS } from '../../shared/reasons.ts';

/**
 * Why carriers refuse messages or fail to deliver them: the text for the customer, and what can be done after
 * a refusal. The adapters map their carriers' codes to these.
 */
const FAULTS = {
  invalid_number: { customerWords: REASONS.invalid_number, retry: 'never' },
  opted_out: { customerWords: REASONS.opted_out, retry: 'never' },
  blocked: { customerWords: REASONS.blocked, retry: 'never' },
  spam: { customerWords: REASONS.spam, retry: 'never' },
  content_refused: { customerWords: REASONS.content_refused, retry: 'never' },
  too_long: { customerWords: REASONS.too_long, retry: 'never' },
  sender_refused: { customerWords: REASONS.sender_refused, retry: 'other-carrier' },
  us_unregistered: { customerWords: REASONS.us_unregistered, retry: 'other-carrier' },
  toll_free_unverified: { customerWords: REASONS.toll_free_unverified, retry: 'other-carrier' },
  no_route: { customerWords: REASONS.no_route, retry: 'other-carrier' },
  /** A fault of our own account there: administrators correct it, and customers are not told. */
  account: { customerWords: REASONS.not_taken, retry: 'other-carrier', blame: 'carrier' },
  other: { customerWords: REASONS.not_taken, retry: 'other-carrier' },
  throttled: { customerWords: REASONS.busy, retry: 'later', blame: 'throttled' },
  sender_throttled: { ...{ customerWords: REASONS.busy, retry: 'later', blame: 'throttled' }, onlySender: true },
  unreachable: { customerWords: REASONS.unreachable, retry: 'later', blame: 'carrier' },
  carrier_fault: { customerWords: REASONS.carrier_fault, retry: 'later', blame: 'carrier' },
  handset_unreachable: { customerWords: REASONS.handset_unreachable, retry: 'never' },
  expired: { customerWords: REASONS.expired, retry: 'never' },
  undelivered: { customerWords: REASONS.undelivered, retry: 'never' },
} as const satisfies Record<string, Pick<Refusal, 'customerWords' | 'retry' | 'blame' | 'onlySender'>>;

export type Fault = keyof typeof FAULTS;

/** @param code the carrier's own code */
export const refused = (code: string, fault: Fault): Refusal => ({ kind: 'refused', code, ...FAULTS[fault] });

export const customerWords = (fault: Fault): string => FAULTS[fault].customerWords;
