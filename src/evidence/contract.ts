import { z } from 'zod';

/** What the chain says of a payment; what to make of it is for an administrator to decide. */
export const VERDICTS = ['matches', 'differs', 'inconclusive'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a payment does not match what the chain shows. */
export const DIFFERENCES = [
  'wrong_address',
  'wrong_token',
  'too_little',
  'too_much',
  'failed_on_chain',
  'used_before',
] as const;

/** Why nothing can be said of it, or not yet. */
export const UNCERTAINTIES = [
  'not_found',
  'too_few_confirmations',
  /** A contract ran and may have paid the address in a way that its receipt does not show. */
  'internal_transfer',
  'endpoint_failed',
] as const;

export const REASONS = [...DIFFERENCES, ...UNCERTAINTIES] as const;
export type Reason = (typeof REASONS)[number];
