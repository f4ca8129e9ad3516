import { audit } from '../../callers/audit.ts';
import { requireNotClosed } from '../../callers/closing/is-closed.ts';
import type { Actor } from '../../callers/guards.ts';
import { readUser } from '../../callers/present-user.ts';
import { sendLink, voidLinks } from '../../callers/registration/mail-links.ts';
import { confirmationLimit, countAttempt } from '../../callers/throttle.ts';
import { transact } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../../services/deps.ts';
import type { sendAccountLink as endpoint } from './contract.ts';

/**
 * Mails the owner of an account a link to choose a password: to the account's own address, whoever asks. A former link of
 * the kind works no longer.
 * @throws not_found, not_allowed_now (closed), rate_limited
 */
export async function sendAccountLink(
  { deps, actor }: { deps: Deps; actor: Actor },
  { userId, kind }: { userId: string } & BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { email } = await readUser(deps.db, userId);
  await countAttempt(deps, confirmationLimit(userId));
  return transact(deps, async (tx) => {
    await requireNotClosed(tx.db, userId);
    await voidLinks(tx, userId, kind);
    await sendLink(tx, { id: userId, email }, kind);
    await audit(tx, {
      actorId: actor.id,
      action: 'password.reset_requested',
      subject: email,
      subjectUserId: userId,
      detail: { kind },
    });
    return { sentTo: email };
  });
}
