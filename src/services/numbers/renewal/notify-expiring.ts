import { and, eq, gt, inArray, isNull, lte, ne, or, sql as template } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { announceExpiring, expiringForMail } from '../announce.ts';
import { expiringUntil } from './expiry.ts';

/** How many owners one transaction tells. */
const BATCH = 200;

/**
 * Tells owners once per period that a number expires within 7 days, on the screen and by mail. The announced expiry is
 * stored on the row, in the transaction of the announcement.
 */
export async function notifyExpiring(deps: Deps): Promise<void> {
  for (let announced = BATCH; announced === BATCH;) announced = await announceBatch(deps);
}

/** One process at a time, so that an owner gets one mail and not one from each process. */
const NOTICES_LOCK = 7_460_031;

async function announceBatch(deps: Deps): Promise<number> {
  return transact(deps, async (tx) => {
    await tx.db.execute(template`select pg_advisory_xact_lock(${NOTICES_LOCK})`);
    const due = tx.db
      .select({ id: didNumbers.id })
      .from(didNumbers)
      .where(
        and(
          eq(didNumbers.status, 'active'),
          gt(didNumbers.expiresAt, tx.now),
          lte(didNumbers.expiresAt, expiringUntil(tx.now)),
          or(isNull(didNumbers.noticedExpiry), ne(didNumbers.noticedExpiry, didNumbers.expiresAt)),
        ),
      )
      .orderBy(didNumbers.expiresAt)
      .limit(BATCH)
      .for('update', { skipLocked: true });
    const told = await tx.db
      .update(didNumbers)
      .set({ noticedExpiry: didNumbers.expiresAt })
      .where(inArray(didNumbers.id, due))
      .returning();
    for (const row of told) announceExpiring(tx, row, row.autoRenew ? 'on' : 'off');
    // One mail for all numbers of an owner, not one for each.
    for (const [userId, rows] of Map.groupBy(told, (row) => row.userId)) {
      const numbers = rows.map((row) => expiringForMail(row, row.autoRenew ? 'on' : 'off'));
      await writeMail(tx, userId, { kind: 'numbers_expiring', numbers });
    }
    return told.length;
  });
}
