import type { Fault } from '../faults.ts';

/**
 * Its error codes, the same for refusals and reports. Source:
 * developers.telnyx.com/docs/messaging/messages/error-codes.
 */
export const FAULTS: Record<string, Fault> = {
  10009: 'account',
  10010: 'account',
  10011: 'throttled',
  20100: 'account',
  40001: 'invalid_number',
  40002: 'spam',
  40003: 'spam',
  40005: 'expired',
  40006: 'handset_unreachable',
  40009: 'content_refused',
  40010: 'us_unregistered',
  40012: 'invalid_number',
  40013: 'sender_refused',
  40014: 'expired',
  40015: 'spam',
  40300: 'opted_out',
  40302: 'too_long',
  40305: 'sender_refused',
  40306: 'sender_refused',
  40309: 'no_route',
  40310: 'invalid_number',
  40311: 'account',
  40312: 'account',
  40314: 'account',
  // "Message sending rate exceeds your limits (combination of account limit and number limit)": the number's is lower.
  40318: 'sender_throttled',
  40322: 'content_refused',
};
