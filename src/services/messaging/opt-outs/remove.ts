import { and, eq } from 'drizzle-orm';
import { optOuts } from '../../../../db/schema/index.ts';
import type { Acting, Owned } from '../../../callers/acting.ts';
import { audit } from '../../../callers/audit.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import { optOutsChangedEvent } from './events.ts';

/** Takes a number from the list: messages to it are sent again. @throws not_found */
export async function removeOptOut({ tx, actor }: Acting, { userId, optOutId }: Owned<'optOutId'>): Promise<undefined> {
  const [gone] = await tx.db
    .delete(optOuts)
    .where(and(eq(optOuts.userId, userId), eq(optOuts.id, optOutId)))
    .returning();
  if (!gone) throw notFound('Opt-out');
  const { number, source, word, at } = gone;
  tx.publish(optOutsChangedEvent, userId, { userId, number, optedOut: false });
  await audit(tx, actor, 'opt_out.removed', {
    subject: number,
    userId,
    detail: { source, word, since: at.toISOString() },
  });
}
