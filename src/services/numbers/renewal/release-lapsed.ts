import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../../callers/audit.ts';
import { transact } from '../../../platform/events/transact.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { lapsedBefore } from './expiry.ts';
import { claimOldest } from '../claim-oldest.ts';
import type { NumberRow } from '../present-number.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

const ANSWER_MS = 30_000;

/** Longer than the time limit for a carrier: until then no other process asks it about the same number. */
const CLAIM_MS = MINUTE_MS;

/**
 * Gives numbers whose grace period has ended back to their carriers, so that nobody pays for them any longer. Each is
 * claimed by one process first: if two processes gave it back, the carrier could sell it in between, and the second
 * one would take it from its new owner. If it fails, the claim stays, and it is tried again later.
 */
export async function releaseLapsed(deps: Deps): Promise<void> {
  for (;;) {
    const row = await claimOldest(deps, isLapsed(deps.clock.now()), CLAIM_MS);
    if (!row) return;
    const { id, number, provider, carrierNumberId } = row;
    try {
      const carrier = deps.carriers.find(provider ?? '');
      if (!carrier) {
        await leave(deps, row);
        continue;
      }
      const asked = carrier.releaseNumber?.(carrierNumberId ?? '');
      if (!asked) throw new Error('the carrier of a number takes none back');
      await answerWithin(ANSWER_MS, asked);
      await deps.db.delete(didNumbers).where(and(eq(didNumbers.id, id), isLapsed(deps.clock.now())));
    } catch (error) {
      deps.log.warn({ error, carrier: provider, number }, 'a number was not given back to its carrier');
    }
  }
}

/**
 * Forgets a number whose carrier is no longer configured, and records that in the audit log: an administrator must
 * give it back to the carrier by hand.
 */
async function leave(deps: Deps, { id, number, provider, carrierNumberId }: NumberRow): Promise<void> {
  await transact(deps, async (tx) => {
    const left = await tx.db
      .delete(didNumbers)
      .where(and(eq(didNumbers.id, id), isLapsed(tx.now)))
      .returning({ id: didNumbers.id });
    if (left.length === 0) return;
    await audit(tx, null, 'number.given_up', {
      subject: number,
      detail: { number, carrier: provider, reference: carrierNumberId, reason: 'carrier not configured' },
    });
  });
}

/** Bought from a carrier, and its grace period has ended. It counts as taken until the carrier has it back. */
const isLapsed = (now: Date) =>
  and(
    eq(didNumbers.status, 'active'),
    lte(didNumbers.expiresAt, lapsedBefore(now)),
    isNotNull(didNumbers.carrierNumberId),
  );
