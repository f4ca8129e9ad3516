import { z } from 'zod';
import { DOUBTS, LOSSES } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, money2, person, wording } from '../../platform/kit/schemas.ts';
import { quotedRate } from '../rates/contract.ts';
import { transaction } from './contract.ts';

const { endpoint } = endpointsFor('Payments');

const timelineStep = z.object({
  /**
   * `found`: seen on the chain before its customer said anything; otherwise `submitted`. `signed`: its customer has
   * signed with the address that sent it. `lost`, only for administrators: its chain no longer shows it as it was verified.
   */
  step: z.enum([
    'submitted',
    'found',
    'seen',
    'signed',
    'confirmed',
    'approved',
    'verified',
    'lost',
    'rejected',
    'reversed',
  ]),
  /** `current` marks the step that is waited for. */
  state: z.enum(['done', 'current', 'upcoming']),
  /** When it happened, if that is known. */
  at: isoTime.nullable(),
  /** For `confirmed`. For a chain that says "final" and does not count: 0 or 1 of 1. */
  confirmations: z.number().int().nullable(),
  confirmationsWanted: z.number().int().nullable(),
  /** For `approved`, `verified`, `rejected` and `reversed`, and only for administrators: who did it. */
  by: person.nullable(),
  /** For `verified`: whether the system did it, and for administrators on whose word. */
  automatic: z.boolean(),
  sources: z.array(z.string()),
  /** For `rejected` and `reversed`: the reason. */
  reason: z.string().nullable(),
  reasonWording: wording.nullable(),
  /** For `lost`: what became of it. */
  lost: z.enum(LOSSES).nullable(),
  /** For `reversed`: how much was taken back. */
  amount: money2.nullable(),
  /** For `seen`: the differences from what was due. For `verified`, only for administrators: the known doubts. */
  doubts: z.array(z.enum(DOUBTS)),
});
export type TimelineStep = z.infer<typeof timelineStep>;

const paymentTimeline = z.object({
  transaction,
  steps: z.array(timelineStep),
  /** The amount that was asked for, and its rate; null for payments that are older than quotes. */
  quoted: quotedRate.nullable(),
});
export type PaymentTimeline = z.infer<typeof paymentTimeline>;

/** `seen` and `confirmed` are present if the chain is watched, `approved` only for administrators. */
export const getTimeline = endpoint('getTimeline', 'GET /api/users/:id/transactions/:transactionId/timeline', {
  duties: ['support', 'finance'],
  summary: 'What has become of a payment in a coin, step by step',
  response: paymentTimeline,
});
