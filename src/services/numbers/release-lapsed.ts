import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import { lapsedBefore } from './expiry.ts';

const ANSWER_MS = 30_000;

/**
 * Gives numbers whose grace period is over back to the carriers they were bought at, so that nobody pays
 * for them any longer. Doing it twice does no harm: what is given back already counts as given back.
 */
export async function releaseLapsed(deps: Deps): Promise<void> {
  const lapsed = await deps.db
    .select()
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.status, 'active'),
        lte(didNumbers.expiresAt, lapsedBefore(deps.clock.now())),
        isNotNull(didNumbers.providerNumberId),
      ),
    );
  for (const { id, number, provider, providerNumberId } of lapsed) {
    try {
      const asked = deps.carriers.find(provider ?? '')?.releaseNumber?.(providerNumberId ?? '');
      if (!asked) throw new Error('the carrier of a number takes none back');
      await answerWithin(ANSWER_MS, asked);
      await deps.db.delete(didNumbers).where(eq(didNumbers.id, id));
    } catch (error) {
      deps.log.warn({ error, carrier: provider, number }, 'a number was not given back to its carrier');
    }
  }
}
