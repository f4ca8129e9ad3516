import { eq } from 'drizzle-orm';
import type { Calling } from '../../audit.ts';
import { passkeys, users } from '../../../../db/schema/index.ts';
import { requireStepUp } from '../../sessions/require-step-up.ts';
import type { Deps } from '../../deps.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import { CHALLENGE_MS, newChallenge } from './challenges.ts';
import type { offerPasskey as endpoint } from '../contract.ts';
import { requireRelyingParty } from './relying-party.ts';

/** Ed25519, P-256 and RSA: every authenticator knows at least one of them. */
export const ALGORITHMS = [-8, -7, -257];

/**
 * Returns the options with which the caller's browser makes a passkey here. The passkey must be able to sign
 * in on its own: the authenticator stores it, and it is opened by a PIN, a finger or a face.
 * @throws rate_limited, wrong_password, not_allowed_now (this address can have none)
 */
export async function offerPasskey(
  { deps, actor }: Calling<Deps>,
  { password, request }: { password: string | undefined; request: Request },
): Promise<ResponseOf<typeof endpoint>> {
  await requireStepUp({ deps, actor }, { password });
  const party = await requireRelyingParty(deps, request);
  const [account] = await deps.db
    .select({ email: users.email, fullName: users.fullName })
    .from(users)
    .where(eq(users.id, actor.id));
  const present = await deps.db
    .select({ id: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id));
  return {
    rp: { id: party.hostName, name: party.name },
    user: {
      id: userHandle(actor.id),
      name: account?.email ?? actor.email,
      displayName: account?.fullName ?? actor.email,
    },
    challenge: await newChallenge(deps, 'register', actor.id),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: present.map(({ id }) => ({ type: 'public-key', id })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** The name under which an authenticator knows an account. */
export const userHandle = (userId: string): string => Buffer.from(userId).toString('base64url');
