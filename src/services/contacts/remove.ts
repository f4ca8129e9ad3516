import { and, eq, type SQL } from 'drizzle-orm';
import { contacts } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { tell } from './save.ts';

async function remove(tx: Transaction, userId: string, which: SQL) {
  const [gone] = await tx.db
    .delete(contacts)
    .where(and(eq(contacts.userId, userId), which))
    .returning({ userId: contacts.userId, id: contacts.id, number: contacts.number });
  if (gone) tell(tx, gone, 'deleted');
  return gone;
}

/** @throws not_found */
export async function removeContact(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { userId, contactId }: { userId: string; contactId: string },
): Promise<undefined> {
  const gone = await remove(tx, userId, eq(contacts.id, contactId));
  if (!gone) throw notFound('Contact');
  await audit(tx, actor, 'contact.removed', { userId });
}

export const forgetContact = (tx: Transaction, userId: string, number: string) =>
  remove(tx, userId, eq(contacts.number, number));
