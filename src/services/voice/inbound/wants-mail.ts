import { and, eq } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { CallRow } from '../read-call.ts';

/** Tells whether the owner of the called number wants letters about calls to it. */
export async function wantsMail(tx: Transaction, { userId, destination }: CallRow): Promise<boolean> {
  const [number] = await tx.db
    .select({ mailCalls: didNumbers.mailCalls })
    .from(didNumbers)
    .where(and(eq(didNumbers.number, destination), eq(didNumbers.userId, userId)));
  return number?.mailCalls ?? false;
}
