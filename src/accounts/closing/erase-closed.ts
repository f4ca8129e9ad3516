import { and, eq, isNull, lte } from 'drizzle-orm';
import { accountClosings, users } from '../../../db/schema/index.ts';
import { noteErased } from '../../callers/closing/is-closed.ts';
import { eraseUploadsOf } from '../../edge/uploads/expire-unused.ts';
import { post } from '../../money/ledger/post.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import { negate, ZERO } from '../../platform/kit/money.ts';
import { eraseAccount, type Eraser } from '../../platform/erase-account.ts';
import { giveUpBrand } from '../../resale/brands/give-up-brand.ts';
import { withdrawPapersOf } from '../../services/numbers/papers/withdraw-papers.ts';
import type { Deps } from '../../services/deps.ts';
import { findObstacles } from './find-obstacles.ts';
import { wording } from '../../platform/kit/wordings.ts';

/** How many accounts one run erases; the next run does the rest. */
const AT_ONCE = 100;

/**
 * Erases the personal data of closed accounts when the time to undo is over. Each part can be repeated: if a
 * process is killed, the account stays due until the last part is done.
 */
export async function eraseClosed(deps: Deps): Promise<void> {
  const due = await deps.db
    .select({ userId: accountClosings.userId })
    .from(accountClosings)
    .where(and(isNull(accountClosings.erasedAt), lte(accountClosings.eraseAt, deps.clock.now())))
    .orderBy(accountClosings.eraseAt)
    .limit(AT_ONCE);
  const what = 'a closed account could not be erased';
  await eachAlone({ log: deps.log, what, items: due, idOf: ({ userId }) => userId }, ({ userId }) =>
    eraseOne(deps, userId),
  );
}

async function eraseOne(deps: Deps, userId: string): Promise<void> {
  // A payment that was submitted while the account was being closed must be decided first.
  if ((await findObstacles(deps.db, userId, false)).length > 0) return;
  await transact(deps, (tx) => giveUpBalance(tx, userId));
  await eraseAccount(deps, userId, erasersOf(deps));
  await transact(deps, (tx) => noteErased(tx, userId));
}

export const ERASED_BY_FUNCTION = ['brands', 'number_papers', 'objects'] as const;

/** Where others have to be told: whoever may take the host name, carriers, the store of files. */
export const erasersOf = (deps: Deps): Record<(typeof ERASED_BY_FUNCTION)[number], Eraser> => ({
  brands: (userId) => transact(deps, (tx) => giveUpBrand(tx, userId)),
  number_papers: (userId) => transact(deps, (tx) => withdrawPapersOf({ tx, deps }, userId)),
  objects: (userId) => eraseUploadsOf(deps, userId),
});

/** The owner agreed to give up the balance; the ledger records where it went. */
async function giveUpBalance(tx: Transaction, userId: string): Promise<void> {
  const [account] = await tx.db
    .select({ credits: users.credits })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!account || account.credits === ZERO) return;
  await post(
    tx,
    {
      userId,
      type: 'adjustment',
      status: 'completed',
      amount: account.credits,
      wording: wording('givenUp'),
      reasonWording: wording('ownerClosed'),
    },
    { change: negate(account.credits), reason: 'adjustment' },
  );
}
