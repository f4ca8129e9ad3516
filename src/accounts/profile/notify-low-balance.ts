import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';

/** How many owners one transaction tells. */
const BATCH = 200;

/**
 * Tells owners whose balance has fallen below the level that they set. They are told once, and again only after the
 * balance has reached the level. Charges do not do this: every minute this reads the accounts that have a level.
 */
export async function notifyLowBalance(deps: Deps): Promise<void> {
  await transact(deps, forgetTold);
  for (let told = BATCH; told === BATCH;) told = await transact(deps, tellBatch);
}

/** Owners whose balance has reached the level again may be told again. */
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
    // Checked again once the row is locked: another process may have told them, or a payment may have arrived.
    .where(and(inArray(users.id, due), isLow()))
    .returning({ id: users.id, level: users.lowBalanceLevel, balance: users.credits });
  for (const { id, level, balance } of told) {
    if (level === null) continue;
    await writeMail(tx, id, { kind: 'low_balance', level: formatMoney(level), balance: formatMoney(balance) });
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
