import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { sendLink } from './mail-links.ts';
import { confirmationLimit, countAttempt } from '../throttle.ts';
import { requireUser } from '../require-user.ts';

/**
 * Sends the link that confirms an account's address again. Earlier links keep working.
 * @throws rate_limited, not_found, not_allowed_now (it is confirmed)
 */
export async function sendConfirmation(deps: Deps, userId: string): Promise<undefined> {
  await countAttempt(deps, confirmationLimit(userId));
  await transact(deps, async (tx) => {
    const account = await requireUser(tx, userId);
    if (account.emailConfirmedAt) {
      throw new Problem('not_allowed_now', sentence('addressConfirmed'));
    }
    await sendLink(tx, account, 'confirm_email');
  });
}
