import { eq, sql as template } from 'drizzle-orm';
import type { Actor, Calling } from '../audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { sessions } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { Problem, type SecondFactorMethod } from '../../platform/kit/errors.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';

/**
 * Ensures that a session's owner asks for an action by which the account could be taken over: they signed in, or
 * stepped up, within the last 10 minutes. For an account without a second factor, a request with the password is
 * enough.
 * @param factorShown whether the request brings a second factor as well
 * @returns the hash of the password that the request brought; the caller checks later that it is still the account's
 * @throws step_up_required, rate_limited, wrong_password
 */
export async function requireStepUp(
  { deps, actor }: Calling<Deps>,
  { password, factorShown = false }: { password?: string | undefined; factorShown?: boolean } = {},
): Promise<string | null> {
  const own = actor.person?.id ?? actor.id;
  const confirmed = password === undefined ? null : await confirmPassword(deps, { userId: own, password });
  const hash = confirmed?.passwordHash ?? null;
  if (actor.proven) return hash;
  const methods = await factorsOf(deps, own);
  if (password === undefined || (methods.length > 0 && !factorShown)) throw stepUpRequired(methods);
  await noteStepUp({ db: deps.db, now: deps.clock.now() }, actor, { factor: false });
  return hash;
}

/** Records that a session's owner has shown who they are. */
export async function noteStepUp(
  { db, now }: { db: Queryable; now: Date },
  { credentialId }: Pick<Actor, 'credentialId'>,
  { factor }: { factor: boolean },
): Promise<void> {
  await db
    .update(sessions)
    .set({ provenAt: now, ...(factor ? { factorProvenAt: now } : {}) })
    .where(eq(sessions.id, credentialId));
}

/** The possible second factors of an account; empty if it has none. */
export async function factorsOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<SecondFactorMethod[]> {
  const [row] = await db.execute<{ totp: boolean; passkey: boolean; codes: boolean }>(template`
    select exists (select from totp_secrets where user_id = u.id and confirmed_at is not null) as totp,
      exists (select from passkeys where user_id = u.id) as passkey,
      exists (select from recovery_codes where user_id = u.id) as codes
    from users u where u.id = ${userId} and u.has_second_factor`);
  if (!row) return [];
  return [
    ...(row.totp ? ['totp' as const] : []),
    ...(row.passkey ? ['passkey' as const] : []),
    ...(row.codes ? ['recovery_code' as const] : []),
  ];
}

const stepUpRequired = (methods: SecondFactorMethod[]) =>
  new Problem('step_up_required', 'Please show that it is you, to do this', { methods });
