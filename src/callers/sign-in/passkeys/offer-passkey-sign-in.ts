import { countAttempt, passkeyLimit } from '../../throttle.ts';
import type { Deps } from '../../deps.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import { CHALLENGE_MS, newChallenge } from './challenges.ts';
import type { offerPasskeySignIn as endpoint } from '../contract.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * The challenge that any passkey can sign to sign its owner in here. It names no account.
 * @throws rate_limited
 */
export async function offerPasskeySignIn(
  deps: Deps,
  { party, address }: { party: RelyingParty; address: string },
): Promise<ResponseOf<typeof endpoint>> {
  await countAttempt(deps, passkeyLimit(address));
  return {
    challenge: await newChallenge(deps, 'sign-in', null),
    timeout: CHALLENGE_MS,
    rpId: party.hostName,
    userVerification: 'required',
  };
}
