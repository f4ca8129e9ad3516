import { and, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import { provenNumbers } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Deps } from '../deps.ts';
import { askedAgainSince, provenUntil } from '../senders/lasting.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

/** How often it is looked for proofs that end soon. */
export const ASK_AGAIN_MS = HOUR_MS;

/** How many numbers one transaction asks about. */
const BATCH = 200;

/** Asks owners once, by mail, to confirm numbers again whose proof ends soon. */
export async function askToConfirmAgain(deps: Deps): Promise<void> {
  for (let asked = BATCH; asked === BATCH;) asked = await askBatch(deps);
}

async function askBatch(deps: Deps): Promise<number> {
  return transact(deps, async (tx) => {
    const due = tx.db
      .select({ id: provenNumbers.id })
      .from(provenNumbers)
      .where(
        and(
          isNotNull(provenNumbers.provenAt),
          isNull(provenNumbers.noticedAt),
          lte(provenNumbers.provenAt, askedAgainSince(deps.config, tx.now)),
        ),
      )
      .orderBy(provenNumbers.provenAt)
      .limit(BATCH)
      .for('update', { skipLocked: true });
    const asked = await tx.db
      .update(provenNumbers)
      .set({ noticedAt: tx.now })
      .where(inArray(provenNumbers.id, due))
      .returning();
    for (const [userId, rows] of Map.groupBy(asked, (row) => row.userId)) {
      const numbers = rows.map(({ number, provenAt }) => ({
        number,
        until: provenUntil(deps.config, provenAt ?? tx.now).toISOString(),
      }));
      await writeMail(tx, userId, { kind: 'numbers_to_confirm', numbers });
    }
    return asked.length;
  });
}
