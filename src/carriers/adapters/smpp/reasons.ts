import type { Fault } from '../faults.ts';

/* Source: SMPP 3.4, section 5.1.3, and 3GPP TS 29.002. */

/** The `command_status` of an answer to submit_sm; 0 is success. */
export const FAULTS: Record<number, Fault> = {
  0x01: 'too_long',
  0x04: 'carrier_fault',
  0x08: 'carrier_fault',
  0x0a: 'sender_refused',
  0x0b: 'invalid_number',
  0x0d: 'account',
  0x0e: 'account',
  0x0f: 'account',
  0x14: 'throttled',
  0x48: 'sender_refused',
  0x49: 'sender_refused',
  0x50: 'invalid_number',
  0x51: 'invalid_number',
  0x58: 'throttled',
  0x64: 'carrier_fault',
};

/**
 * The errors of a GSM network (3GPP TS 29.002, MAP-Errors). Gateways usually write the same numbers after
 * `err:`; other numbers, and those of other networks, only say that it failed.
 */
export const MAP_ERRORS: Readonly<Record<number, Fault>> = {
  1: 'invalid_number',
  5: 'invalid_number',
  6: 'handset_unreachable',
  9: 'blocked',
  11: 'blocked',
  12: 'blocked',
  13: 'blocked',
  21: 'blocked',
  27: 'handset_unreachable',
  31: 'handset_unreachable',
  32: 'handset_unreachable',
  33: 'handset_unreachable',
};
