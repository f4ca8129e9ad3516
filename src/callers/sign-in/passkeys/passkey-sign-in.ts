import { eq } from 'drizzle-orm';
import { users } from '../../../../db/schema/index.ts';
import type { Origin } from '../../sessions/sessions.ts';
import type { Deps } from '../../deps.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import type { Assertion } from '../contract.ts';
import { enter, noteFailure, type Entered } from '../enter.ts';
import type { RelyingParty } from './relying-party.ts';
import { spendPasskey, verifyAssertion } from './verify-assertion.ts';

/**
 * Signs in by passkey alone, which is both factors: something that the owner has, opened by a PIN, a finger
 * or a face. The answer is the same if the passkey is unknown, copied, replayed or from another site.
 * @throws invalid_credentials, account_suspended
 */
export async function signInWithPasskey(
  deps: Deps,
  { assertion, party, origin }: { assertion: Assertion; party: RelyingParty; origin: Origin },
): Promise<Entered> {
  const passkey = await verifyAssertion(deps, party, assertion);
  if (!passkey) throw unknownPasskey();
  try {
    return await enter(deps, passkey.userId, origin, async (tx) => {
      if (!(await spendPasskey(tx, passkey))) throw unknownPasskey();
      return 'passkey';
    });
  } catch (error) {
    const [owner] = await deps.db.select({ email: users.email }).from(users).where(eq(users.id, passkey.userId));
    if (owner) await noteFailure(deps, { email: owner.email, userId: passkey.userId, origin });
    throw error;
  }
}

const unknownPasskey = () => new Problem('invalid_credentials', sentence('passkeyUnknown'));
