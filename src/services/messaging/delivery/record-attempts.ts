import { smsAttempts } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { storable, storableIfAny } from '../../../platform/kit/storable.ts';
import type { Failure } from '../../../carriers/traffic.ts';
import type { ChangedRecipient, RecipientChange } from './apply-changes.ts';
import type { attemptAnswer, attemptMoney } from '../contract.ts';
import { recipientIds } from '../sending/recipient-ids.ts';
import type { z } from 'zod';
import type { RouteOrder } from '../../../../db/enums.ts';
import type { Money } from '../../../platform/kit/money.ts';

/** What a carrier answered about a recipient. */
export interface Attempt {
  provider: string;
  answer: z.infer<typeof attemptAnswer>;
  /** The carrier's own code and words, for administrators. */
  code?: string;
  detail?: string;
  /** For the customer. */
  words: string;
  /** Where it was chosen by what it asks: why, and how much that is. */
  route?: { by: RouteOrder; cost: Money };
}

/** What was learnt of a recipient. */
export interface Outcome {
  recipient: { id: string; messageId: string };
  /** Null while the outcome of the message is still unknown. */
  change: RecipientChange | null;
  /** Null where no carrier was asked. */
  attempt: Attempt | null;
  /** Where it says that the carrier is unwell. */
  failure?: Failure;
  /** Where the carrier is too busy: for how long it wants to be left alone, in milliseconds. */
  busyFor?: number;
}

/** Writes down what carriers answered, and what it meant for the money once the changes were applied. */
export async function recordAttempts(
  tx: Transaction,
  outcomes: readonly Outcome[],
  applied: readonly ChangedRecipient[],
): Promise<void> {
  const answered = outcomes.flatMap((outcome) =>
    outcome.attempt ? [{ ...outcome, attempt: outcome.attempt }] : [],
  );
  if (answered.length === 0) return;
  const refunded = new Set(applied.filter(({ refund }) => refund).map(({ id }) => id));
  const ids = recipientIds(tx.clock, answered.length);
  await tx.db.insert(smsAttempts).values(
    answered.map(({ recipient, change, attempt }, index) => ({
      id: ids[index] ?? recipient.id,
      recipientId: recipient.id,
      messageId: recipient.messageId,
      provider: attempt.provider,
      answer: attempt.answer,
      code: storableIfAny(attempt.code),
      detail: storableIfAny(attempt.detail),
      words: storable(attempt.words),
      money: change?.refund && refunded.has(recipient.id) ? ('refunded' as const) : moneyOf(change),
      routeBy: attempt.route?.by,
      routeCost: attempt.route?.cost,
      at: tx.now,
    })),
  );
}

function moneyOf(change: RecipientChange | null): z.infer<typeof attemptMoney> {
  return change === null || change.to === 'queued' || change.to === 'unknown' ? 'held' : 'charged';
}
