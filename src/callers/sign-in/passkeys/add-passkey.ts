import { count, eq } from 'drizzle-orm';
import type { Actor, Calling } from '../../audit.ts';
import { passkeys, users } from '../../../../db/schema/index.ts';
import { noteStepUp, requireStepUp } from '../../sessions/require-step-up.ts';
import type { Deps } from '../../deps.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import {
  type Attestation,
  MAX_PASSKEYS,
  type addPasskey as addEndpoint,
  type offerPasskey as offerEndpoint,
} from '../contract.ts';
import { changeSecondFactor } from '../second-factor/second-factor.ts';
import { CHALLENGE_MS, newChallenge, takeChallenge } from './challenges.ts';
import { type WebAuthn, loadWebAuthn } from './load-webauthn.ts';
import { type PasskeyRow, presentPasskey } from './present-passkey.ts';
import { type RelyingParty, requireRelyingParty } from './relying-party.ts';

/**
 * Stores the passkey that the caller's browser has made, and ends their other sessions.
 * @throws validation_failed (response), not_allowed_now (too many, or already known)
 */
export async function addPasskey(
  { deps, actor }: Calling<Deps>,
  { body: { name, response }, party }: { body: BodyOf<typeof addEndpoint>; party: RelyingParty },
): Promise<ResponseOf<typeof addEndpoint>> {
  const credential = await verify(deps, actor, response, party);
  if (!credential) throw invalidField('response', sentence('passkeyFailed'));
  const row: PasskeyRow = {
    id: newId(deps.clock),
    userId: actor.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    hostName: party.hostName,
    name,
    createdAt: deps.clock.now(),
    lastUsedAt: null,
  };
  const recoveryCodes = await changeSecondFactor(deps, actor, async (tx) => {
    const [present] = await tx.db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, actor.id));
    if ((present?.count ?? 0) >= MAX_PASSKEYS) {
      throw new Problem('not_allowed_now', sentence('passkeysFull', { count: MAX_PASSKEYS }));
    }
    const [kept] = await tx.db.insert(passkeys).values(row).onConflictDoNothing().returning();
    if (!kept) throw new Problem('not_allowed_now', sentence('passkeyAdded'));
    await noteStepUp(tx, actor, { factor: true });
    return { action: 'passkey.added', detail: { name } };
  });
  return { passkey: presentPasskey(row), recoveryCodes };
}

/** The key that was made, or null if anything about it differs from the request. */
async function verify(deps: Deps, actor: Actor, response: Attestation, party: RelyingParty) {
  const { response: made, ...rest } = response;
  const library = await loadWebAuthn();
  if (hasCertificates(library, made.attestationObject)) return null;
  try {
    const { verified, registrationInfo } = await library.verifyRegistrationResponse({
      response: { ...rest, response: { ...made, transports: made.transports ?? [] } },
      expectedChallenge: (challenge) => takeChallenge(deps, { challenge, purpose: 'register', userId: actor.id }),
      expectedOrigin: party.origin,
      expectedRPID: party.hostName,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return verified ? registrationInfo.credential : null;
  } catch {
    return null;
  }
}

/**
 * We do not ask for the model of an authenticator. A certificate that comes anyway would make us check its
 * revocation at an address that the certificate itself names.
 */
function hasCertificates({ decodeAttestationObject, isoBase64URL }: WebAuthn, attestationObject: string): boolean {
  try {
    const object = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = object.get('fmt');
    return format !== 'none' && !(format === 'packed' && object.get('attStmt').get('x5c') === undefined);
  } catch {
    return true;
  }
}

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
): Promise<ResponseOf<typeof offerEndpoint>> {
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
