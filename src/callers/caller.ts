import { sql as template, type SQL } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Duty } from '../platform/kit/duties.ts';
import { ofAccount, Problem } from '../platform/kit/errors.ts';
import { fault } from '../platform/kit/faults.ts';
import type { PersonRole } from '../platform/kit/people.ts';
import type { Actor } from './audit.ts';
import { ADMIN_IDLE_HOURS, RENEW_MINUTES, STEP_UP_MINUTES } from './contract.ts';
import type { Sender } from './credentials.ts';
import type { Deps } from './deps.ts';

/* Who calls: the rows by which a credential is known, and the actor that is made of them. `guards.ts` says what they may. */

/** The part of a caller's row that decides about their rights. */
interface RightsRow {
  role: Actor['role'];
  duty: Duty | null;
  /** Separated by commas; null: all scopes. */
  scopes: string | null;
  has_second_factor: boolean;
}

interface ActorRow extends RightsRow {
  id: string;
  email: string;
  status: Actor['status'];
  credential_id: string;
  renewal_due: boolean;
  is_limited: boolean;
  proven: boolean;
}

type Settings = Pick<Deps['config'], 'adminTwoFactor'>;

/** The values of `callerSql`: only a credential of this kind is looked for. */
export type CallerParameters = Pick<Sender, 'kind' | 'tokenHash' | 'address'> & { now: Date };

/** Where the credentials of each kind are. */
const credentialsSql = ({
  kind,
  tokenHash,
  address,
  now,
}: Placeholders<CallerParameters>): Record<Sender['kind'], SQL> => ({
  session: template`
    select id, user_id, last_used_at, null::text[] as scopes, proven_at, factor_proven_at, false as is_limited from sessions
    where ${kind}::text = 'session' and token_hash = ${tokenHash} and expires_at > ${now}::timestamptz
      and person_id is null`,
  key: template`
    select id, user_id, null::timestamptz as last_used_at, scopes, null::timestamptz as proven_at,
      null::timestamptz as factor_proven_at, daily_limit is not null as is_limited from api_keys
    where ${kind}::text = 'key' and token_hash = ${tokenHash} and revoked_at is null
      and coalesce(expires_at > ${now}::timestamptz, true) and (addresses is null or nullif(${address}, '')::inet <<= any (addresses))`,
  account: template`
    select id, id as user_id, null::timestamptz as last_used_at, null::text[] as scopes, null::timestamptz as proven_at,
      null::timestamptz as factor_proven_at, false as is_limited
    from (select case when ${kind}::text = 'account' then (${tokenHash}::text)::uuid end as id) own where id is not null`,
});

/**
 * The caller's row as a subquery `(id, role, status, …, credential_id, scopes)`, for statements that check
 * the caller and do the work in one round trip. It is empty if the credential is unknown, ended or expired.
 * @param only the kind, where there is a statement for each: a read costs a quarter more by one for all kinds
 */
export function callerSql(p: Placeholders<CallerParameters>, only?: Sender['kind']): SQL {
  const credentials = credentialsSql(p);
  const { session, key, account } = credentials;
  // The statement for all kinds charges, which a test key never does.
  const all = [session, template`${key} and not is_test`, account];
  const found = only ? credentials[only] : template.join(all, template` union all `);
  return template`(
    select u.*, c.id as credential_id, c.last_used_at, c.scopes, c.proven_at, c.factor_proven_at, c.is_limited
    from (${found}) c join users u on u.id = c.user_id
    where u.role <> 'admin' or c.last_used_at is null
      or c.last_used_at > ${p.now}::timestamptz - ${template.raw(`interval '${ADMIN_IDLE_HOURS} hours'`)})`;
}

/** The account in which a person acts, who has a session that says so, as `callerSql` has an account of its own. */
const personSql = (p: Placeholders<CallerParameters>): SQL => template`(
  select u.id, u.email, u.role, u.duty, u.status, own.has_second_factor, s.id as credential_id, s.last_used_at,
    null::text[] as scopes, s.proven_at, s.factor_proven_at, false as is_limited,
    own.id as own_id, own.email as own_email, own.status as own_status, m.role as person_role
  from sessions s join people m on m.id = s.person_id and m.user_id = s.user_id join users own on own.id = m.user_id
    join users u on u.id = m.account_id
  where ${p.kind}::text = 'session' and ${p.address}::text is not null and s.token_hash = ${p.tokenHash}
    and s.expires_at > ${p.now}::timestamptz and u.role <> 'admin' and own.role <> 'admin')`;

const findCaller = <More extends object = object>(
  source: (p: Placeholders<CallerParameters>) => SQL,
  more: SQL = template``,
) =>
  prepared<CallerParameters, ActorRow & More>(
    (p) => template`
      select id, email, role, duty, status, credential_id, has_second_factor, is_limited,
        array_to_string(scopes, ',') as scopes,
        coalesce(last_used_at <= ${p.now}::timestamptz - ${template.raw(`interval '${RENEW_MINUTES} minutes'`)}, false) as renewal_due,
        coalesce(least(proven_at, case when has_second_factor then coalesce(factor_proven_at, '-infinity')
          else proven_at end) > ${p.now}::timestamptz - ${template.raw(`interval '${STEP_UP_MINUTES} minutes'`)},
          false) as proven ${more}
      from ${source(p)} caller`,
  );

const callers = {
  session: findCaller((p) => callerSql(p, 'session')),
  key: findCaller((p) => callerSql(p, 'key')),
  account: findCaller((p) => callerSql(p, 'account')),
};

type Own = { own_id: string; own_email: string; own_status: Actor['status']; person_role: PersonRole };
const findPerson = findCaller<Own>(personSql, template`, own_id, own_email, own_status, person_role`);

/**
 * Finds out who is calling.
 * @throws not_signed_in, account_suspended
 */
export async function authenticate(
  { sql, clock, config }: Pick<Deps, 'sql' | 'clock' | 'config'>,
  credential: Sender | null,
): Promise<Actor> {
  if (!credential) throw notSignedIn();
  const asked = { ...credential, now: clock.now() };
  const [own] = await callers[credential.kind](sql, asked);
  const [person] = own || credential.kind !== 'session' ? [] : await findPerson(sql, asked);
  const row = own ?? person;
  if (!row) throw notSignedIn();
  if (person?.own_status === 'suspended') throw ofAccount(suspended(), person.own_id);
  if (row.status === 'suspended') throw ofAccount(suspended(), row.id);
  const { id, email, status, credential_id: credentialId, renewal_due: renewalDue, proven } = row;
  return {
    id,
    email,
    status,
    credentialId,
    credentialKind: credential.kind,
    isTest: credential.isTest === true,
    isLimited: row.is_limited,
    renewalDue,
    proven,
    ...rightsOf(config, row),
    ...(person && { person: { id: person.own_id, email: person.own_email, role: person.person_role } }),
  };
}

/**
 * An administrator acts as one only with everything that this needs: a key with the scope, and, if the
 * settings require it, a second factor on the account.
 */
export function rightsOf(
  { adminTwoFactor }: Settings,
  row: RightsRow,
): Pick<Actor, 'role' | 'duty' | 'scopes' | 'withheld'> {
  const scopes = row.scopes === null ? null : row.scopes.split(',');
  if (row.role !== 'admin') return { role: row.role, duty: null, scopes, withheld: null };
  const withheld =
    scopes && !scopes.includes('admin')
      ? 'scope'
      : adminTwoFactor === 'required' && !row.has_second_factor
        ? 'second_factor'
        : null;
  return { role: withheld ? 'user' : 'admin', duty: row.duty, scopes, withheld };
}

const findSignIn = prepared<{ userId: string; credentialId: string; now: Date }, { current: boolean }>(
  (p) => template`
    select u.status = 'active' and (
      exists (select 1 from sessions
        where id = ${p.credentialId}::uuid and expires_at > ${p.now}::timestamptz)
      or exists (select 1 from api_keys where id = ${p.credentialId}::uuid and revoked_at is null
        and coalesce(expires_at > ${p.now}::timestamptz, true))
    ) as current
    from users u where u.id = ${p.userId}::uuid`,
);

/**
 * Tells whether a caller's session or key still works. For work that goes on after the check of the request,
 * such as a stream.
 */
export async function isStillSignedIn(sql: Sql, actor: Actor, now: Date): Promise<boolean> {
  const [row] = await findSignIn(sql, { userId: actor.id, credentialId: actor.credentialId, now });
  return row?.current ?? false;
}

/** The columns about the caller, in a statement with `callerSql` as `c`. */
export const callerColumns: SQL = template`c.id as caller_id, c.role as caller_role, c.duty as caller_duty,
  c.status as caller_status, array_to_string(c.scopes, ',') as caller_scopes,
  c.has_second_factor as caller_has_second_factor`;

export interface CallerRow {
  caller_id: string;
  caller_role: Actor['role'];
  caller_duty: Duty | null;
  caller_status: Actor['status'];
  caller_scopes: string | null;
  caller_has_second_factor: boolean;
}

export const notSignedIn = () => new Problem('not_signed_in', 'Please sign in');
export const forbidden = () => new Problem('forbidden', 'This is not yours to see or do');
export const suspended = () => new Problem('account_suspended', fault('suspended'));
