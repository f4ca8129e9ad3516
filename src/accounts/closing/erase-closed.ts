import { and, eq, isNull, lte } from 'drizzle-orm';
import { accountClosings, users } from '../../../db/schema/index.ts';
import { eraseAuditOf } from '../../callers/closing/erase-audit-of.ts';
import { erasePerson } from '../../callers/closing/erase-person.ts';
import { eraseNumberFactsOf } from '../../carriers/number-facts/kept.ts';
import { eraseUploadsOf } from '../../edge/uploads/erase-uploads-of.ts';
import { post } from '../../money/ledger/post.ts';
import { eraseWordsOf } from '../../money/payments/erase-words-of.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import { negate, ZERO } from '../../platform/kit/money.ts';
import { eraseMailsOf } from '../../platform/mail/erase-mails-of.ts';
import { giveUpBrand } from '../../resale/brands/give-up-brand.ts';
import { eraseConversationsOf } from '../../services/inbox/erase-conversations-of.ts';
import { eraseMessagesOf } from '../../services/messaging/history/erase-messages-of.ts';
import { eraseOptOutsOf } from '../../services/messaging/opt-outs/erase-opt-outs-of.ts';
import { eraseProofsOf } from '../../services/number-proofs/erase-proofs-of.ts';
import { eraseNumbersOf } from '../../services/numbers/erase-numbers-of.ts';
import { erasePapersOf } from '../../services/numbers/papers/erase-papers-of.ts';
import { eraseSendersOf } from '../../services/senders/erase-senders-of.ts';
import { eraseVerificationsOf } from '../../services/verifications/erase-verifications-of.ts';
import { eraseCallsOf } from '../../services/voice/erase-calls-of.ts';
import type { Deps } from '../deps.ts';
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
  await transact(deps, (tx) => giveUpBrand(tx, userId));
  await eraseMessagesOf(deps, userId);
  await eraseNumberFactsOf(deps, userId);
  await eraseConversationsOf(deps, userId);
  await eraseCallsOf(deps, userId);
  await eraseWordsOf(deps, userId);
  await transact(deps, (tx) => erasePapersOf({ tx, deps }, userId));
  await transact(deps, (tx) => eraseNumbersOf(tx, userId));
  await eraseUploadsOf(deps, userId);
  await eraseAuditOf(deps, userId);
  await transact(deps, async (tx) => {
    await giveUpBalance(tx, userId);
    await eraseSendersOf(tx, userId);
    await eraseProofsOf(tx, userId);
    await eraseOptOutsOf(tx, userId);
    await eraseVerificationsOf(tx, userId);
    await eraseMailsOf(tx, userId);
    await erasePerson(tx, userId);
  });
}

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
