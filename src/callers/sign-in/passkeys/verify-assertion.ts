import { and, eq, lt, or } from 'drizzle-orm';
import { passkeys } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { takeChallenge } from './challenges.ts';
import type { Assertion } from '../contract.ts';
import { userHandle } from './add-passkey.ts';
import { loadWebAuthn } from './load-webauthn.ts';
import type { RelyingParty } from './relying-party.ts';

/** A valid signature. It counts once `spendPasskey` has used it. */
export interface VerifiedPasskey {
  id: string;
  userId: string;
  counter: number;
}

/**
 * Checks what a passkey has signed: our challenge, at this host name, after the passkey recognised its owner.
 * The challenge of a known passkey can be used once, even if the check fails.
 * @returns null if anything is wrong
 */
export async function verifyAssertion(
  deps: Deps,
  party: RelyingParty,
  { response: signed, ...rest }: Assertion,
): Promise<VerifiedPasskey | null> {
  const [row] = await deps.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, rest.id), eq(passkeys.hostName, party.hostName)));
  if (!row) return null;
  const { userHandle: handle, ...values } = signed;
  if (handle !== undefined && handle !== userHandle(row.userId)) return null;
  const { isoBase64URL, verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...rest, response: values },
      expectedChallenge: (challenge) => takeChallenge(deps, { challenge, purpose: 'sign-in', userId: null }),
      expectedOrigin: party.origin,
      expectedRPID: party.hostName,
      requireUserVerification: true,
      credential: {
        id: row.credentialId,
        publicKey: isoBase64URL.toBuffer(row.publicKey),
        counter: row.counter,
        transports: row.transports,
      },
    });
    const { id, userId } = row;
    return verified ? { id, userId, counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}

/**
 * Records that a passkey was used. False if it is gone, or if another use with the same or a higher count was
 * faster: then there may be a copy of it.
 */
export async function spendPasskey(tx: Transaction, { id, counter }: VerifiedPasskey): Promise<boolean> {
  const neverCounts = counter === 0 ? eq(passkeys.counter, 0) : undefined;
  const used = await tx.db
    .update(passkeys)
    .set({ counter, lastUsedAt: tx.now })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), neverCounts)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
