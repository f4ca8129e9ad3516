import { eq, sql as template } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Config } from '../config.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

/**
 * Two administrators are two people. The second one must have been an administrator before the request was
 * made, because the first could create one only to agree. They also need a second factor, and an account that
 * is not new. Nobody but themselves has ever known their password: an administrator chooses it by a link that
 * goes to their own address. An account counts as an administrator from the day on which it was made one, and from each change of what it may do.
 * @throws not_allowed_now
 */
export async function requireApprover(
  { tx, config: { approverAgeHours: hours } }: { tx: Transaction; config: Pick<Config, 'approverAgeHours'> },
  actorId: string,
  firstWordAt: Date,
): Promise<void> {
  const [account] = await tx.db
    .select({
      since: template<Date>`greatest(${users.createdAt}, ${users.dutySince})`.mapWith(users.createdAt),
      hasSecondFactor: users.hasSecondFactor,
    })
    .from(users)
    .where(eq(users.id, actorId));
  if (!account || account.since > firstWordAt) throw refusal(sentence('adminTooNew'));
  if (!account.hasSecondFactor) throw refusal(sentence('approverFactor'));
  if (account.since.getTime() + hours * HOUR_MS > tx.now.getTime())
    throw refusal(sentence('approverAge', { count: hours }));
}

const refusal = (because: ReturnType<typeof sentence>) => new Problem('not_allowed_now', because);
