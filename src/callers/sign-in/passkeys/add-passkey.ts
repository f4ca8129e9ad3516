import { count, eq } from 'drizzle-orm';
import type { Actor, Calling } from '../../audit.ts';
import { passkeys } from '../../../../db/schema/index.ts';
import { noteStepUp } from '../../sessions/require-step-up.ts';
import type { Deps } from '../../deps.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { takeChallenge } from './challenges.ts';
import { type addPasskey as endpoint, type Attestation, MAX_PASSKEYS } from '../contract.ts';
import { loadWebAuthn, type WebAuthn } from './load-webauthn.ts';
import { ALGORITHMS } from './offer-passkey.ts';
import { type PasskeyRow, presentPasskey } from './present-passkey.ts';
import type { RelyingParty } from './relying-party.ts';
import { changeSecondFactor } from '../second-factor/second-factor.ts';

/**
 * Stores the passkey that the caller's browser has made, and ends their other sessions.
 * @throws validation_failed (response), not_allowed_now (too many, or already known)
 */
export async function addPasskey(
  { deps, actor }: Calling<Deps>,
  { body: { name, response }, party }: { body: BodyOf<typeof endpoint>; party: RelyingParty },
): Promise<ResponseOf<typeof endpoint>> {
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
