import { eq, sql as template } from 'drizzle-orm';
import type { Loss } from '../../../db/enums.ts';
import { chainEvidence } from '../../../db/schema/index.ts';
import { notifyAdministrators } from '../../callers/notify-administrators.ts';
import { readUser } from '../../callers/present-user.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { isFinal } from '../chain/finality.ts';
import type { Config } from '../config.ts';
import { paymentEvidenceEvent } from './events.ts';
import type { Finding } from './look.ts';
import type { Payment } from './payment.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/kit/durations.ts';

type EvidenceRow = typeof chainEvidence.$inferSelect;

/** A final payment is looked at daily for so long after it was verified: what a chain drops later, everybody hears of. */
const LOOKED_AT_DAYS = 30;

/**
 * Stores what a lookup found of a payment that was verified already. What was credited stays as it was; if its chain no
 * longer shows it so, administrators are told once.
 */
export async function recordSettled(
  tx: Transaction,
  config: Pick<Config, 'chains'>,
  { payment, finding }: { payment: Payment; finding: Finding },
): Promise<EvidenceRow> {
  const before = await lockEvidence(tx, payment, finding);
  const seen = finding.answered ? await seenNow(tx, payment, before, finding) : { fault: finding.fault };
  const nextCheckAt = nextLook(config, payment, { ...before, ...seen }, tx.now);
  const [after] = await tx.db
    .update(chainEvidence)
    .set({ ...seen, nextCheckAt })
    .where(eq(chainEvidence.transactionId, payment.id))
    .returning();
  if (!after) throw new Error('the evidence of a payment went away');
  if (after.lost !== before.lost) await announce(tx, payment, after);
  return after;
}

/** The evidence of a payment, locked; it is made where there is none. */
export async function lockEvidence(
  tx: Transaction,
  { id: transactionId, due }: Payment,
  { transactionHash }: Finding,
): Promise<EvidenceRow> {
  const values = { transactionId, transactionHash, confirmationsWanted: due.confirmations };
  await tx.db.insert(chainEvidence).values(values).onConflictDoNothing();
  const ofPayment = eq(chainEvidence.transactionId, transactionId);
  const [row] = await tx.db.select().from(chainEvidence).where(ofPayment).for('update');
  if (!row) throw new Error('the evidence of a payment went away');
  return row;
}

async function seenNow(
  tx: Transaction,
  payment: Payment,
  before: EvidenceRow,
  looked: Finding,
): Promise<Partial<EvidenceRow>> {
  const { answered: _, found, ...finding } = looked;
  const isOther = before.transactionHash !== finding.transactionHash || before.checkedAt === null;
  // Verified with another hash than its customer's, or never looked at: this is what later looks are compared with.
  if (isOther) return { ...finding, foundAt: found ? tx.now : null, checkedAt: tx.now };
  const { confirmations, blockTime, source } = finding;
  const now = { confirmations, blockTime, source, fault: null, checkedAt: tx.now };
  if (isMissing(before, { found, ...finding })) {
    const missingSince = before.missingSince ?? tx.now;
    // An endpoint that is behind does not know it either: it has to be missing twice.
    if (before.missingSince === null) return { ...now, missingSince };
    return { ...now, missingSince, ...lostAs(tx, before, await howMissing(tx, payment, finding)) };
  }
  const there = { ...now, missingSince: null };
  if (!found) return there;
  const { arrived, outputIndex, outputs, senders } = finding;
  if (before.arrived === null || before.outputIndex !== outputIndex) {
    return { ...there, arrived, outputIndex, outputs, senders, lost: null, lostAt: null };
  }
  const isChanged = arrived !== before.arrived;
  return { ...there, ...lostAs(tx, before, isChanged ? 'changed' : null) };
}

/** Tells whether it was in a block, and is in none now, or moved nothing after all. */
const isMissing = (
  { foundAt, confirmations: had, missingSince }: EvidenceRow,
  { found, confirmations, reasons }: Pick<Finding, 'found' | 'confirmations' | 'reasons'>,
): boolean => {
  const wasThere = missingSince !== null || (foundAt !== null && had > 0);
  return wasThere && (!found || confirmations === 0 || reasons.includes('failed_on_chain'));
};

/** Replaced where the same amount came by another transaction that belongs to no payment. */
async function howMissing(
  tx: Transaction,
  { coin, address, transactionHash, id }: Payment,
  { reasons }: Pick<Finding, 'reasons'>,
): Promise<Loss> {
  if (reasons.includes('failed_on_chain')) return 'failed';
  const [other] = await tx.db.execute(template`
    select from wallet_transfers w join chain_evidence e on e.transaction_id = ${id}
    where w.chain = ${coin.chain} and w.address = ${address} and w.transaction_hash <> ${transactionHash}
      and w.gone_at is null and w.transaction_id is null and w.seen_at >= e.found_at
      and w.amount::numeric = e.arrived::numeric
    limit 1`);
  return other ? 'replaced' : 'gone';
}

const lostAs = (tx: Transaction, before: EvidenceRow, lost: Loss | null) => ({
  lost,
  lostAt: lost === null ? null : (before.lostAt ?? tx.now),
});

function nextLook(
  { chains }: Pick<Config, 'chains'>,
  { status, coin, settledAt }: Payment,
  { confirmations, missingSince }: Pick<EvidenceRow, 'confirmations' | 'missingSince'>,
  now: Date,
): Date | null {
  if (status !== 'verified' || settledAt === null) return null;
  if (now.getTime() >= settledAt.getTime() + LOOKED_AT_DAYS * DAY_MS) return null;
  const isSettled = missingSince === null && isFinal(chains, coin, confirmations);
  return new Date(now.getTime() + (isSettled ? DAY_MS : MINUTE_MS));
}

async function announce(tx: Transaction, payment: Payment, { lost, ...after }: EvidenceRow): Promise<void> {
  const { id: transactionId, userId, coin, due, transactionHash } = payment;
  tx.publish(paymentEvidenceEvent, userId, {
    transactionId,
    userId,
    foundAt: after.foundAt?.toISOString() ?? null,
    confirmations: after.confirmations,
    confirmationsWanted: after.confirmationsWanted,
  });
  if (lost === null) return;
  const { email } = await readUser(tx.db, userId);
  await notifyAdministrators(tx, {
    kind: 'payment_lost',
    account: email,
    amount: formatMoney(due.value),
    coin: coin.name,
    hash: transactionHash ?? '',
    lost,
  });
}
