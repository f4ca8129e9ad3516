import { and, eq } from 'drizzle-orm';
import { optOuts } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/caller.ts';
import { requireUser } from '../../../callers/require-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { invalidField } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { hasCountry, toE164, visible } from '../../../shared/phone-number.ts';
import { addOptOuts, requireFewOptOuts } from './add-opt-outs.ts';
import type { OptOut } from './contract.ts';
import { presentOptOut } from './list.ts';

/**
 * Notes by hand that a number wants no messages. One that is in the list stays as it is.
 * @throws not_found, validation_failed (the number)
 */
export async function addByHand(
  { tx, actor, most }: { tx: Transaction; actor: Actor; most: number },
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
  if (added.length > 0) await requireFewOptOuts(tx, userId, most);
  if (added.length > 0) {
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
