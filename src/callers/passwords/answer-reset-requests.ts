import { and, eq, inArray, type SQL, sql as template } from 'drizzle-orm';
import { passwordResetRequests, users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { audit } from '../audit.ts';
import { sendLink } from '../registration/mail-links.ts';

/** Tells whether somebody asked. */
export const resetsWait = (): SQL => template`exists (select from password_reset_requests)`;

/** How many requests one transaction answers. */
const BATCH = 50;

/** Sends the requested links to the addresses that have an account. Every process may do this. */
export async function answerResetRequests(deps: Deps): Promise<void> {
  for (let answered = BATCH; answered === BATCH;) answered = await answerBatch(deps);
}

async function answerBatch(deps: Deps): Promise<number> {
  return transact(deps, async (tx) => {
    const oldest = tx.db
      .select({ id: passwordResetRequests.id })
      .from(passwordResetRequests)
      .orderBy(passwordResetRequests.id)
      .limit(BATCH)
      .for('update', { skipLocked: true });
    const taken = await tx.db
      .delete(passwordResetRequests)
      .where(inArray(passwordResetRequests.id, oldest))
      .returning({ email: passwordResetRequests.email });
    for (const email of new Set(taken.map((request) => request.email.toLowerCase()))) {
      await answer(tx, email);
    }
    return taken.length;
  });
}

/**
 * The link goes to the address as the account has it. Earlier links keep working until one of them is used: a stranger who
 * asks for another one must not end the owner's.
 */
async function answer(tx: Transaction, email: string): Promise<void> {
  const [account] = await tx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(template`lower(${users.email})`, template`lower(${email})`), eq(users.status, 'active')))
    .for('no key update');
  if (!account) return;
  await sendLink(tx, account, 'reset_password');
  await audit(tx, null, 'password.reset_requested', { subject: account.email, userId: account.id });
}
