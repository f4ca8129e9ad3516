import type { BodyOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { languageAccepted } from '../../platform/kit/languages.ts';
import { audit } from '../audit.ts';
import type * as contract from '../contract.ts';
import { checkNewPassword } from '../passwords/check-new-password.ts';
import { readNewAccountLimits } from './new-account-limits.ts';
import { createAccount } from './create-account.ts';
import { sendLink } from './mail-links.ts';
import { resellerAtHost, resellerInviting } from './reseller-at-host.ts';
import { readLinkId } from '../../platform/mail/link-token.ts';
import { type Origin, startSession, type StartedSession } from '../sessions/sessions.ts';
import { countAttempt, registerLimit } from '../throttle.ts';

/**
 * Creates an account and signs it in. At the host name of a reseller's portal, or by an invitation to an account of a
 * customer of theirs, it becomes that reseller's customer. Only this answer has the first API key in full; a mail asks to confirm the address.
 * @param languages the `Accept-Language` header
 * @throws rate_limited, validation_failed (the password, the terms), email_taken
 */
export async function register(
  deps: Deps,
  {
    input,
    origin,
    host,
    languages,
  }: { input: BodyOf<typeof contract.register>; origin: Origin; host: string | null; languages: string | null },
): Promise<{ user: contract.User; session: StartedSession }> {
  await countAttempt(deps, registerLimit(origin.address));
  checkNewPassword(input.password, { role: 'user' });
  // Hashing is slow, so it is done before a connection is taken.
  const passwordHash = await deps.passwords.hash(input.password);
  return transact(deps, async (tx) => {
    const { email, fullName, company } = input;
    const linkId = input.invitation ? readLinkId(deps.config, input.invitation) : null;
    const resellerId = (await resellerAtHost(tx.db, host)) ?? (await resellerInviting(tx, { linkId, email }));
    const termsVersion = resellerId === null ? acceptedTerms(deps, input.termsVersion) : null;
    const user = await createAccount(tx, {
      email,
      passwordHash,
      fullName,
      company: company ?? null,
      language: input.language ?? languageAccepted(languages),
      country: input.country ?? null,
      role: 'user',
      resellerId,
      termsVersion,
      ...(await readNewAccountLimits(tx, deps.config)),
    });
    await sendLink(tx, user, 'confirm_email');
    const session = await startSession(tx, { userId: user.id, origin });
    await audit(tx, user.id, 'account.registered', { subject: email, userId: user.id });
    return { user, session };
  });
}

/** The operator's terms do not bind a reseller's customers. @throws validation_failed */
function acceptedTerms({ config }: Deps, accepted: string | undefined): string | null {
  const terms = config.pages.get('terms');
  if (!terms) return null;
  const isInForce = terms.values().some(({ version }) => version === accepted);
  if (accepted === undefined || !isInForce) throw invalidField('termsVersion', fault('termsMissing'));
  return accepted;
}
