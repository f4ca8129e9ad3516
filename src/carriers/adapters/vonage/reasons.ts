import type { Fault } from '../faults.ts';

/* Source: github.com/Nexmo/api-specification, definitions/sms.yml. */

/** The states in which it answers a send; 0 is success. */
export const SEND_FAULTS: Record<string, Fault> = {
  1: 'throttled',
  4: 'account',
  6: 'invalid_number',
  7: 'blocked',
  8: 'account',
  9: 'account',
  10: 'throttled',
  11: 'account',
  12: 'too_long',
  14: 'account',
  15: 'sender_refused',
  22: 'no_route',
  23: 'account',
  29: 'no_route',
  32: 'account',
  33: 'invalid_number',
};

/** The `err-code` of a report. */
export const REPORT_FAULTS: Record<string, Fault> = {
  2: 'handset_unreachable',
  3: 'invalid_number',
  4: 'blocked',
  6: 'content_refused',
  7: 'handset_unreachable',
  9: 'opted_out',
  11: 'no_route',
  12: 'no_route',
  13: 'blocked',
  14: 'blocked',
  39: 'us_unregistered',
};
