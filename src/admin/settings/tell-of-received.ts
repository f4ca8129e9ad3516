import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import { didNumbers, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { writeMails } from '../../platform/mail/write-mail.ts';
import { lapsedBefore } from '../../services/numbers/renewal/expiry.ts';

/** Writes a mail to everybody who has a number: from when on a message to it costs more. Prices are in pounds. */
export async function tellOfReceived(
  tx: Transaction,
  { before, after, holdsFrom }: { before: string | null; after: string | null; holdsFrom: Date },
): Promise<void> {
  const ofNumbers = tx.db
    .select({ id: didNumbers.userId })
    .from(didNumbers)
    .where(and(ne(didNumbers.status, 'reserved'), gt(didNumbers.expiresAt, lapsedBefore(tx.now))));
  const owners = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.status, 'active'), inArray(users.id, ofNumbers)));
  const price = (pounds: string | null) => ({ price: pounds, percent: null });
  await writeMails(
    tx,
    owners.map(({ id }) => id),
    {
      kind: 'prices_rising',
      prices: [{ subject: 'received', before: price(before), after: price(after) }],
      holdsFrom: holdsFrom.toISOString(),
    },
  );
}
