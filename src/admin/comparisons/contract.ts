import { z } from 'zod';
import { COMPARED, LOSSES } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, line, money2, namedObject, uuid } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Administration');

/** `checking`: it differed once and is read again; `differs`: it did twice. */
const COMPARISON_STATES = ['agrees', 'checking', 'differs', 'accepted'] as const;

export const comparison = z.object({
  id: uuid,
  kind: z.enum(COMPARED),
  /** An address or a carrier, and its coin or currency, in which all amounts are. */
  subject: z.string(),
  unit: z.string(),
  readAt: isoTime,
  block: z.number().int().nullable(),
  /** The balance that the chain or the carrier named. */
  said: z.string(),
  /**
   * A wallet has `arrived` and, of that, `verified`, `reversed`, `waiting`, `unclaimed`, `dismissed`; and since the
   * reading before: `movedOut`, `dust`. Of a carrier: `cost` by the books in pounds, and since then `charged`, `paidIn`.
   */
  parts: z.record(z.string(), z.string()),
  /** Above zero: nobody booked it. Below zero: it is missing. */
  difference: z.string(),
  state: z.enum(COMPARISON_STATES),
  since: isoTime.nullable(),
  reason: z.string().nullable(),
});
export type Comparison = z.infer<typeof comparison>;

export const comparisons = namedObject('Comparisons', {
  /** False while something differs, or is explained by nothing. */
  sound: z.boolean(),
  /** The newest reading of each wallet and carrier, what differs first. */
  rows: z.array(comparison),
  /** The addresses that were given to one customer each and agree, together. */
  ownAddresses: z.array(z.object({ unit: z.string(), count: z.number().int(), said: z.string() })),
  /** Verified payments that their chain does not show, or shows smaller than they were credited. */
  payments: z.array(
    z.object({
      transactionId: uuid,
      email: z.string(),
      amount: money2,
      /** Null: it never was there as it was credited. */
      lost: z.enum(LOSSES).nullable(),
    }),
  ),
  /** Dialogs that an edge has carried for minutes and that belong to no running call. */
  calls: z.array(z.object({ sipCallId: z.string(), since: isoTime })),
});
export type Comparisons = z.infer<typeof comparisons>;

export const getComparisons = endpoint('getComparisons', 'GET /api/admin/comparisons', {
  duties: ['finance'],
  summary: 'What chains, carriers and edges say against the books',
  response: comparisons,
  errors: [],
});

/** From now on the difference counts as known, and the next reading starts from this one. */
export const acceptDifference = endpoint('acceptDifference', 'POST /api/admin/comparisons/:comparisonId/accept', {
  duties: ['finance'],
  summary: 'Accept a difference whose cause is known',
  body: z.object({ reason: line(500).min(3, faultText('reasonMissing')) }),
  idempotent: true,
  errors: ['already_processed'],
});
