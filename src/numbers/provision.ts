import { and, eq } from 'drizzle-orm';
import { didNumbers } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../events/transact.ts';
import { answerWithin } from '../kit/answer-within.ts';
import { post } from '../ledger/post.ts';
import type { BuyResult } from '../providers/port.ts';
import { announceStatus } from './announce.ts';
import { claimProvisioning } from './claim-provisioning.ts';
import type { NumberRow } from './present.ts';

/** A process that claimed a number is given so long; then another one takes over. */
export const PROVISIONING_CLAIM_MS = 60_000;

/** Well below the length of a claim, so that two processes never ask for one number at the same time. */
const ANSWER_MS = 30_000;

/**
 * Buys at their carriers the numbers that are paid for. A refusal gives the money back and frees the
 * number. Where it stays open what became of a purchase, the claim runs out and the carrier is asked again
 * by the same reference, which buys nothing twice. Never fails; what goes wrong is logged.
 */
export async function provisionNumbers(deps: Deps): Promise<void> {
  try {
    for (;;) {
      const row = await claimProvisioning(deps, PROVISIONING_CLAIM_MS);
      if (!row) return;
      const answer = await buy(deps, row);
      if (answer?.kind === 'bought') await activate(deps, row, answer.providerNumberId);
      if (answer?.kind === 'refused') await refund(deps, row, answer.customerWords);
    }
  } catch (error) {
    deps.log.warn({ error }, 'numbers could not be provisioned');
  }
}

/** Undefined where it is not known whether it was bought. */
async function buy(deps: Deps, row: NumberRow): Promise<BuyResult | undefined> {
  try {
    const carrier = deps.carriers.find(row.provider ?? '');
    if (!carrier?.buyNumber) throw new Error('the carrier of a number that is paid for is not configured');
    return await answerWithin(ANSWER_MS, carrier.buyNumber(row.number, row.transactionId ?? row.id));
  } catch (error) {
    deps.log.warn({ error, carrier: row.provider, number: row.number }, 'a number was not bought yet');
    return undefined;
  }
}

async function activate(deps: Deps, row: NumberRow, providerNumberId: string): Promise<void> {
  await transact(deps, async (tx) => {
    const [active] = await tx.db
      .update(didNumbers)
      .set({ status: 'active', providerNumberId, claimedUntil: null })
      .where(isProvisioning(row))
      .returning();
    if (active) announceStatus(tx, active);
  });
}

async function refund(deps: Deps, row: NumberRow, words: string): Promise<void> {
  await transact(deps, async (tx) => {
    const [freed] = await tx.db.delete(didNumbers).where(isProvisioning(row)).returning();
    if (!freed) return;
    await post(
      tx,
      {
        userId: freed.userId,
        type: 'refund',
        amount: freed.monthlyPrice,
        description: `DID number ${freed.number} could not be set up`,
        status: 'completed',
        refundsTransactionId: freed.transactionId,
        reason: words,
      },
      freed.monthlyPrice,
      'refund',
    );
    announceStatus(tx, freed, 'refused');
  });
}

const isProvisioning = (row: NumberRow) =>
  and(eq(didNumbers.id, row.id), eq(didNumbers.status, 'provisioning'));
