import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import { transact, type TransactionHost } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { nextDay, startOfDay } from './spend-limits.ts';
import { limitReachedEvent } from './events.ts';

/**
 * Runs work that a spend limit may refuse. After a refusal it records the refusal: the account shows it until the
 * day is over, and the owner and the administrators are told once a day.
 */
export async function noteLimitReached<Result>(
  host: TransactionHost,
  { userId, work }: { userId: string; work: () => Promise<Result> },
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.reason === 'spend_limit_reached') {
      await note(host, userId, error);
    }
    throw error;
  }
}

async function note(host: TransactionHost, userId: string, { message: words, sentence }: Problem): Promise<void> {
  await transact(host, async (tx) => {
    const notedToday = startOfDay(tx.now);
    const [user] = await tx.db
      .update(users)
      .set({ limitReachedAt: tx.now })
      .where(and(eq(users.id, userId), or(isNull(users.limitReachedAt), lt(users.limitReachedAt, notedToday))))
      .returning({ email: users.email });
    if (!user) return;
    await audit(tx, null, 'limit.reached', { subject: user.email, userId, detail: { words } });
    tx.publish(limitReachedEvent, userId, {
      userId,
      words,
      ...(sentence && { sentence }),
      resetsAt: nextDay(tx.now).toISOString(),
    });
  });
}
