import { smsAttempts } from '../../../../db/schema/index.ts';
import { insertAllInto } from '../../../../db/table-rows.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { storable, storableIfAny } from '../../../platform/kit/storable.ts';
import type { Failure } from '../../../carriers/traffic.ts';
import type { ChangedRecipient, RecipientChange } from './apply-changes.ts';
import type { attemptAnswer, attemptMoney } from '../attempt-contract.ts';
import type { z } from 'zod';
import type { RouteReason } from '../../../../db/enums.ts';
import type { Money } from '../../../platform/kit/money.ts';

/** A carrier's answer about a recipient. */
export interface Attempt {
  provider: string;
  answer: z.infer<typeof attemptAnswer>;
  /** The carrier's own code and words, for administrators. */
  code?: string;
  detail?: string;
  /** For the customer. */
  words: string;
  /** If the carrier was chosen for this recipient: the reason, and the price where prices are known. */
  route?: { by: RouteReason; cost: Money | null };
  /** The first carrier took it: the recipient's row says all of it, where that was still `sending`. */
  isPlain?: boolean | undefined;
}

/** News about a recipient. */
export interface Outcome {
  recipient: { id: string; messageId: string };
  /** Null while the message's result is still unknown. */
  change: RecipientChange | null;
  /** Null if no carrier was asked. */
  attempt: Attempt | null;
  /** It says whether the attempt shows that the carrier is failing. */
  failure?: Failure;
  /** If the carrier is too busy: for how many milliseconds it wants no messages. */
  busyFor?: number;
  /** If it is too busy for this sender alone: which. */
  busySender?: string;
}

const insertAttempts = insertAllInto(smsAttempts);

/** Stores carriers' answers, and their effect on the money after the changes were applied. */
export function recordAttempts(
  tx: Transaction,
  outcomes: readonly Outcome[],
  applied: readonly ChangedRecipient[],
): void {
  const taken = new Set(applied.filter(({ was }) => was === 'sending').map(({ id }) => id));
  const answered = outcomes.flatMap((outcome) =>
    outcome.attempt && !(outcome.attempt.isPlain && taken.has(outcome.recipient.id))
      ? [{ ...outcome, attempt: outcome.attempt }]
      : [],
  );
  if (answered.length === 0) return;
  const refunded = new Set(applied.filter(({ refund }) => refund).map(({ id }) => id));
  const rows = answered.map(({ recipient, change, attempt }) => ({
    id: newId(tx.clock),
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
  }));
  tx.send(insertAttempts(tx.sql, rows));
}

function moneyOf(change: RecipientChange | null): z.infer<typeof attemptMoney> {
  return change === null || change.to === 'queued' || change.to === 'unknown' ? 'held' : 'charged';
}
