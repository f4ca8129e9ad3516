import type { z } from 'zod';
import { transact } from '../../platform/events/transact.ts';
import { type Calling, audit } from '../audit.ts';
import { requireNotClosed } from '../closing/is-closed.ts';
import type { accountLink, accountLinkSent } from '../contract.ts';
import type { Deps } from '../deps.ts';
import { readUser } from '../present-user.ts';
import { confirmationLimit, countAttempt } from '../throttle.ts';
import { sendLink, voidLinks } from './mail-links.ts';

/**
 * Mails the owner of an account a link to choose a password: to the account's own address, whoever asks. A former link of
 * the kind works no longer.
 * @throws not_found, not_allowed_now (closed), rate_limited
 */
export async function sendAccountLink(
  { deps, actor }: Calling<Deps>,
  { userId, kind }: { userId: string } & z.infer<typeof accountLink>,
): Promise<z.infer<typeof accountLinkSent>> {
  const { email } = await readUser(deps.db, userId);
  await countAttempt(deps, confirmationLimit(userId));
  return transact(deps, async (tx) => {
    await requireNotClosed(tx.db, userId);
    await voidLinks(tx, userId, kind);
    await sendLink(tx, { id: userId, email }, kind);
    await audit(tx, actor, 'password.reset_requested', { subject: email, userId, detail: { kind } });
    return { sentTo: email };
  });
}
