import { eq } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { BuyResult } from '../../../carriers/number-port.ts';
import { earnWholeMargin } from '../../../money/margins/margins.ts';
import { transact } from '../../../platform/events/transact.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';
import type { Deps } from '../../deps.ts';
import { announceStatus } from '../announce.ts';
import { readPapers } from '../papers/look-at-papers.ts';
import { madeOf } from '../papers/notes-of.ts';
import { claimOldest } from '../claim-oldest.ts';
import type { NumberRow } from '../present-number.ts';
import { connectNumber } from './connect-number.ts';
import { giveBack, giveUp, isOverdue, isProvisioning } from './give-back.ts';

/** How long a process may work on a claimed number; then another process takes over. */
export const PROVISIONING_CLAIM_MS = MINUTE_MS;

/** Much shorter than a claim, so that two processes never ask for one number at the same time. */
const ANSWER_MS = 30_000;

/**
 * Buys paid numbers from their carriers. A refusal refunds the price and frees the number. While the result of a
 * purchase is unknown, the claim ends and the carrier is asked again with the same reference, which never buys twice.
 * After a day without an answer, or if the carrier is no longer configured, the price is refunded as well. It never
 * rejects; errors are logged.
 */
export async function provisionNumbers(deps: Deps): Promise<void> {
  try {
    for (;;) {
      const row = await claimOldest(deps, eq(didNumbers.status, 'provisioning'), PROVISIONING_CLAIM_MS);
      if (!row) return;
      const answer = await buy(deps, row);
      if (answer?.kind === 'bought') await activate(deps, row, answer.carrierNumberId);
      else if (answer) await transact(deps, (tx) => giveBack(tx, row, { reason: answer.customerWords }));
      else if (isOverdue(row, deps.clock.now())) await transact(deps, (tx) => giveUp(tx, row));
    }
  } catch (error) {
    deps.log.warn({ error }, 'numbers could not be provisioned');
  }
}

/** Undefined if the result is unknown, or if the purchase is to be tried again. */
async function buy(deps: Deps, row: NumberRow): Promise<BuyResult | undefined> {
  try {
    const carrier = deps.carriers.find(row.provider ?? '');
    if (!carrier?.buyNumber) throw new Error('the carrier of a number that is paid for is not configured');
    const asked = carrier.buyNumber(row.number, row.transactionId ?? row.id, {
      owner: row.userId,
      made: await papersMade(deps, row),
    });
    const answer = await answerWithin(ANSWER_MS, asked);
    if (answer.kind === 'refused' && answer.retry === 'later') {
      throw new Error(`the carrier is not ready to sell: ${answer.code}`);
    }
    return answer;
  } catch (error) {
    deps.log.warn({ error, carrier: row.provider, number: row.number }, 'a number was not bought yet');
    return undefined;
  }
}

async function activate(deps: Deps, row: NumberRow, carrierNumberId: string): Promise<void> {
  const isActive = await transact(deps, async (tx) => {
    const [active] = await tx.db
      .update(didNumbers)
      .set({ status: 'active', carrierNumberId, claimedUntil: null })
      .where(isProvisioning(row))
      .returning();
    if (!active) return false;
    if (active.transactionId) await earnWholeMargin(tx, active.transactionId);
    announceStatus(tx, active);
    return true;
  });
  if (isActive) return receiveMessages(deps, { ...row, carrierNumberId });
  const { provider: carrier, number, transactionId: reference } = row;
  deps.log.warn({ carrier, number, reference }, 'a carrier sold a number whose purchase was settled by then');
}

/** Reads the things that were made at the carrier of the owner's accepted papers for such numbers. */
async function papersMade(deps: Deps, { provider, ...row }: NumberRow): Promise<Record<string, string>> {
  const papers = provider && (await readPapers(deps.db, { ...row, provider }));
  return papers ? madeOf(deps, papers) : {};
}

/** Makes the carrier deliver messages to us; the owner can repair a failure by checking the number. */
export async function receiveMessages(deps: Deps, row: NumberRow): Promise<void> {
  await connectNumber({ deps }, row).catch((error: unknown) => {
    deps.log.warn({ error, carrier: row.provider, number: row.number }, 'a number does not receive yet');
  });
}
