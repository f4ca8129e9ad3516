import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { invalidField, sentence } from '../../platform/kit/errors.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { type Actor, type Calling, audit } from '../audit.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { factorsOf, noteStepUp } from '../sessions/require-step-up.ts';
import { countAttempt, forgetAttempt, secondFactorLimit } from '../throttle.ts';
import type { stepUp as endpoint } from './contract.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import { spendPasskey, verifyAssertion } from './passkeys/verify-assertion.ts';
import { wrongCode } from './second-factor/confirm-totp.ts';
import { spendCode } from './second-factor/spend-code.ts';
import { fault } from '../../platform/kit/faults.ts';

/**
 * A session's owner shows again who they are: by a passkey, which is both factors; or by the password, and a
 * code if the account has a second factor. It is valid for 10 minutes.
 * @param party null if no passkey can be used
 * @throws rate_limited, validation_failed (password, code, passkey), wrong_password
 */
export async function stepUp(
  { deps, actor }: Calling<Deps>,
  { input, party }: { input: BodyOf<typeof endpoint>; party: RelyingParty | null },
): Promise<undefined> {
  const hasFactor = (await factorsOf(deps, actor.id)).length > 0;
  if (input.passkey) await byPasskey(deps, actor, input.passkey, party);
  else await byPassword(deps, actor, input, hasFactor);
  await transact(deps, async (tx) => {
    await noteStepUp(tx, actor, { factor: hasFactor });
    await audit(tx, actor, 'session.stepped_up', {
      subject: actor.email,
      userId: actor.id,
      detail: { by: input.passkey ? 'passkey' : hasFactor ? 'password and code' : 'password' },
    });
  });
}

async function byPasskey(
  deps: Deps,
  { id }: Actor,
  assertion: NonNullable<BodyOf<typeof endpoint>['passkey']>,
  party: RelyingParty | null,
): Promise<void> {
  const limit = secondFactorLimit(id);
  await countAttempt(deps, limit);
  const verified = party && (await verifyAssertion(deps, party, assertion));
  const isOwn = verified?.userId === id && (await transact(deps, (tx) => spendPasskey(tx, verified)));
  if (!isOwn) throw invalidField('passkey', sentence('passkeyFailed'));
  await forgetAttempt(deps, limit);
}

async function byPassword(
  deps: Deps,
  { id }: Actor,
  { password, code }: BodyOf<typeof endpoint>,
  hasFactor: boolean,
): Promise<void> {
  if (password === undefined) throw invalidField('password', fault('enterPassword'));
  await confirmPassword(deps, { userId: id, password });
  if (!hasFactor) return;
  if (code === undefined) throw invalidField('code', fault('codeMissing'));
  const limit = secondFactorLimit(id);
  await countAttempt(deps, limit);
  if (!(await transact(deps, (tx) => spendCode({ tx, config: deps.config }, { userId: id, code })))) throw wrongCode();
  await forgetAttempt(deps, limit);
}
