import { eq, sql as template } from 'drizzle-orm';
import { chainEvidence, transactions } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { Config } from '../config.ts';
import type { Finding } from './look.ts';
import type { Payment } from './payment.ts';
import { paymentEvidenceEvent } from './events.ts';
import { lockEvidence, recordSettled } from './record-settled.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/kit/durations.ts';

export type EvidenceRow = typeof chainEvidence.$inferSelect;

/** The older a payment is, the less likely is a change in the next minute. */
const PAUSES: readonly { youngerThan: number; pause: number }[] = [
  { youngerThan: HOUR_MS, pause: 30 * SECOND_MS },
  { youngerThan: 6 * HOUR_MS, pause: 2 * MINUTE_MS },
  { youngerThan: 48 * HOUR_MS, pause: 15 * MINUTE_MS },
  { youngerThan: 7 * 24 * HOUR_MS, pause: 6 * HOUR_MS },
];
const LONGEST_PAUSE = 24 * HOUR_MS;
/** A certain result changes only if the chain drops a block. */
const PAUSE_ONCE_CERTAIN = 10 * MINUTE_MS;

/**
 * Stores what a lookup of the payment's own hash found, and publishes an event if a person can see a change.
 * Owner and administrators get the same event; administrators read the parts that only they may see.
 */
export async function record(
  tx: Transaction,
  config: Pick<Config, 'chains'>,
  { payment, finding }: { payment: Payment; finding: Finding },
): Promise<EvidenceRow> {
  const status = await lockStatus(tx, payment.id);
  if (status === 'verified') return recordSettled(tx, config, { payment: { ...payment, status }, finding });
  const { id: transactionId } = payment;
  await nameOutput(tx, payment, finding);
  const before = await lockEvidence(tx, payment, finding);
  const changed = changes(before, finding, payment, tx.now);
  const [after] = await tx.db
    .update(chainEvidence)
    .set({ ...changed, nextCheckAt: nextCheck(payment, finding, { ...before, ...changed }, tx.now) })
    .where(eq(chainEvidence.transactionId, transactionId))
    .returning();
  if (!after) throw new Error('the evidence of a payment went away');
  if (visible(before) !== visible(after)) {
    tx.publish(paymentEvidenceEvent, payment.userId, {
      transactionId,
      userId: payment.userId,
      foundAt: after.foundAt?.toISOString() ?? null,
      confirmations: after.confirmations,
      confirmationsWanted: after.confirmationsWanted,
    });
  }
  return after;
}

/** It may have been decided while the endpoints were asked. The payment's row is locked before its evidence. */
async function lockStatus(tx: Transaction, id: string): Promise<Payment['status'] | null> {
  const [row] = await tx.db
    .select({ status: transactions.status })
    .from(transactions)
    .where(eq(transactions.id, id))
    .for('update');
  return row?.status ?? null;
}

/**
 * Stores which output a payment is, as soon as it is seen: then the transaction's other outputs are free. The
 * payment's row is locked before its evidence, as everywhere.
 */
async function nameOutput(tx: Transaction, payment: Payment, { outputIndex, transactionHash }: Finding) {
  if (outputIndex === null || payment.outputIndex !== null) return;
  await tx.db.execute(template`
    update transactions t set output_index = ${outputIndex}::int
    where t.id = ${payment.id} and t.status = 'pending' and t.output_index is null
      and t.transaction_hash = ${transactionHash}
      and not exists (
        select from transactions o where o.chain = t.chain and o.transaction_hash = t.transaction_hash
          and (o.status = 'verified' or (o.status = 'pending' and o.user_id = t.user_id))
          and o.output_index = ${outputIndex}::int
      )`);
}

/** If an endpoint fails, what was seen before is kept. */
function changes(
  before: EvidenceRow,
  { answered, found, ...finding }: Finding,
  { due }: Payment,
  now: Date,
): Partial<EvidenceRow> {
  const sameHash = before.transactionHash === finding.transactionHash;
  if (!answered && sameHash && before.checkedAt) return { fault: finding.fault };
  const firstSeen = (sameHash && before.foundAt) || now;
  return {
    ...finding,
    confirmationsWanted: due.confirmations,
    foundAt: found ? firstSeen : null,
    checkedAt: answered ? now : null,
  };
}

/** An order may be days old when it is paid in a coin, so a payment that was seen recently still counts as new. */
function nextCheck(
  { status, createdAt }: Payment,
  { reasons, answered }: Finding,
  { foundAt }: Pick<EvidenceRow, 'foundAt'>,
  now: Date,
): Date | null {
  if (status !== 'pending') return null;
  const age = now.getTime() - Math.max(createdAt.getTime(), foundAt?.getTime() ?? 0);
  const pause = PAUSES.find(({ youngerThan }) => age < youngerThan)?.pause ?? LONGEST_PAUSE;
  const isCertain = answered && !reasons.includes('not_found') && !reasons.includes('too_few_confirmations');
  return new Date(now.getTime() + (isCertain ? Math.max(pause, PAUSE_ONCE_CERTAIN) : pause));
}

/** The part that a person can see. Confirmations beyond the required number are not a change. */
function visible({ nextCheckAt: _next, checkedAt, source: _source, ...row }: EvidenceRow): string {
  const confirmations = Math.min(row.confirmations, row.confirmationsWanted);
  const arrivedValue = row.arrivedValue?.toString() ?? null;
  return JSON.stringify({ ...row, confirmations, arrivedValue, looked: checkedAt !== null });
}
