import type { Deps } from '../deps.ts';
import { audit } from '../audit.ts';
import { securityChangedEvent } from '../events.ts';
import { UNDO_EMAIL_DAYS } from '../../platform/mail/contract.ts';
import { storeEmail } from './create-account.ts';
import { undoByLink } from './undo-by-link.ts';
import { reclaimAccount } from './reclaim-account.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/**
 * Gives an account back to its former address, or stops a change that is not confirmed yet. The person who asked for
 * the change may still be in the account, so sessions, keys, the password and the factors added since then end.
 * @throws invalid_link, email_taken
 */
export const undoEmail = (deps: Deps, { token }: { token: string }) =>
  undoByLink(deps, { token, purpose: 'undo_email' }, async ({ tx, account, link: { userId, email, expiresAt } }) => {
    await storeEmail(tx, userId, email);
    tx.publish(securityChangedEvent, userId, { userId, what: 'email' });
    await audit(tx, userId, 'email.change_undone', {
      subject: email,
      userId,
      detail: { from: account.email, to: email },
    });
    const factorsSince = new Date(expiresAt.getTime() - UNDO_EMAIL_DAYS * DAY_MS);
    await reclaimAccount(tx, { userId, email, factorsSince });
  });
