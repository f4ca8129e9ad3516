import type { Fault } from '../faults.ts';

/* Source: plivo.com/docs/messaging/troubleshooting/error-codes. */

/** The `ErrorCode` of a report. */
export const REPORT_FAULTS: Record<string, Fault> = {
  10: 'content_refused',
  20: 'carrier_fault',
  30: 'content_refused',
  40: 'sender_refused',
  50: 'invalid_number',
  60: 'no_route',
  70: 'invalid_number',
  80: 'handset_unreachable',
  90: 'no_route',
  100: 'blocked',
  110: 'too_long',
  200: 'opted_out',
  201: 'sender_refused',
  300: 'carrier_fault',
  420: 'expired',
  900: 'account',
  910: 'account',
};
