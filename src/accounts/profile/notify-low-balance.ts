import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';

/** So many are told in one transaction. */
const BATCH = 200;

/**
 * Tells the owners whose balance has fallen below the level that they set, once until it has been at the
 * level again. Charges know nothing of this: it looks at the accounts that have a level, every minute.
 */
export async function notifyLowBalance(deps: Deps): Promise<void> {
  await transact(deps, forgetTold);
  for (let told = BATCH; told === BATCH;) told = await transact(deps, tellBatch);
}

/** Whose balance has come back may be told again. */
async function forgetTold(tx: Transaction): Promise<void> {
  await tx.db
    .update(users)
    .set({ lowBalanceToldAt: null })
    .where(
      and(
        isNotNull(users.lowBalanceLevel),
        isNotNull(users.lowBalanceToldAt),
        gte(users.credits, users.lowBalanceLevel),
      ),
    );
}

async function tellBatch(tx: Transaction): Promise<number> {
  const due = tx.db.select({ id: users.id }).from(users).where(isLow()).limit(BATCH);
  const told = await tx.db
    .update(users)
    .set({ lowBalanceToldAt: tx.now })
    // Looked at again once the row is ours: another process, or a payment, may have been quicker.
    .where(and(inArray(users.id, due), isLow()))
    .returning({ id: users.id, level: users.lowBalanceLevel, balance: users.credits });
  for (const { id, level, balance } of told) {
    if (level === null) continue;
    await writeMail(tx, id, {
      kind: 'low_balance',
      level: formatMoney(level),
      balance: formatMoney(balance),
    });
  }
  return told.length;
}

const isLow = (): SQL | undefined =>
  and(
    isNotNull(users.lowBalanceLevel),
    isNull(users.lowBalanceToldAt),
    lt(users.credits, users.lowBalanceLevel),
    eq(users.status, 'active'),
  );
