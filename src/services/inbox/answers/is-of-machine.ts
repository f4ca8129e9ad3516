import { and, eq, isNotNull, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { didNumbers } from '../../../../db/schema/index.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';
import type { Incoming } from './decide.ts';

/**
 * Tells whether a program wrote a message: it comes from the account's own number, or it is an automatic
 * answer of a number here, this one or another account's. Such a message is neither answered nor sent on.
 */
export async function isOfMachine(
  { db, now }: { db: Queryable; now: Date },
  { userId, conversationId, from, to, text }: Incoming,
): Promise<'own_number' | 'automatic' | null> {
  const [holder] = await db
    .select({ userId: didNumbers.userId })
    .from(didNumbers)
    .where(and(eq(didNumbers.number, from), eq(didNumbers.status, 'active'), isNotNull(didNumbers.purchasedAt)));
  if (holder?.userId === userId) return 'own_number';
  const since = firstIdAt(new Date(now.getTime() - DAY_MS));
  // Answers that the other account's number sent to this one, and our own words that come back.
  const rows = await db.execute<{ id: string }>(template`
    select r.id from auto_replies r join conversations c on c.id = r.conversation_id
    where r.user_id = ${holder?.userId ?? null}::uuid and r.id > ${since}::uuid and r.text = ${text}
      and c.own_number = ${from} and coalesce(r.recipient, c.other_number) = ${to}
    union all
    select r.id from auto_replies r
    where r.conversation_id = ${conversationId}::uuid and r.id > ${since}::uuid and r.text = ${text}
    limit 1`);
  return rows.length > 0 ? 'automatic' : null;
}
