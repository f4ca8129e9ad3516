import { and, eq } from 'drizzle-orm';
import { optOuts } from '../../../../db/schema/index.ts';
import { type Acting, type Actor, type Owned, audit } from '../../../callers/audit.ts';
import { requireUser } from '../../../callers/require-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import { invalidField, notFound } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { hasCountry, toE164, visible } from '../../../shared/phone-number.ts';
import { addOptOuts, requireFewOptOuts } from './add-opt-outs.ts';
import type { OptOut } from './contract.ts';
import { optOutsChangedEvent } from './events.ts';
import { presentOptOut } from './list.ts';

/**
 * Notes by hand that a number wants no messages. One that is in the list stays as it is.
 * @throws not_found, validation_failed (the number)
 */
export async function addByHand(
  { tx, deps, actor }: { tx: Transaction; deps: Pick<Deps, 'config'>; actor: Actor },
  { userId, number: typed }: { userId: string; number: string },
): Promise<OptOut> {
  await requireUser(tx, userId);
  const text = visible(typed);
  const number = toE164(text);
  if (number === null) {
    const words = hasCountry(text) ? fault('notNumber') : fault('countryCode', { example: '+447911123456' });
    throw invalidField('number', words);
  }
  const source = sourceOf(actor, userId);
  const added = await addOptOuts(tx, userId, { numbers: [number], source });
  if (added.length > 0) {
    await requireFewOptOuts(tx, userId, deps.config.optOuts);
    await audit(tx, actor, 'opt_out.added', { subject: number, userId });
  }
  const [row] = await tx.db
    .select()
    .from(optOuts)
    .where(and(eq(optOuts.userId, userId), eq(optOuts.number, number)));
  if (!row) throw new Error('a number that was noted is not there');
  return presentOptOut(row);
}

/** An administrator's act for a customer is not shown as the customer's own. */
const sourceOf = (actor: Actor, userId: string) => (actor.id === userId ? 'hand' : 'support');

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
