import { sql as template, type SQL } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { statement } from '../../db/statement.ts';
import { Problem } from '../kit/errors.ts';
import type { Access } from '../kit/endpoint.ts';
import type { Credential } from './credentials.ts';

/** Who is calling. */
export interface Actor {
  id: string;
  email: string;
  role: 'user' | 'reseller' | 'admin';
  status: 'active' | 'suspended';
  /** The session or key they called with. */
  credentialId: string;
  credentialKind: Credential['kind'];
  /** True where their session has not been renewed for an hour. */
  renewalDue: boolean;
}

interface ActorRow {
  id: string;
  email: string;
  role: Actor['role'];
  status: Actor['status'];
  credential_id: string;
  renewal_due: boolean;
}

/**
 * The caller's row as a subquery `(id, role, status, …, credential_id)`, for statements that check the
 * caller and do the work in one round trip. Empty where the credential is unknown, ended or expired.
 */
export const callerSql = (kind: Credential['kind'], tokenHash: SQL, now: SQL): SQL =>
  kind === 'session'
    ? template`(select u.*, c.id as credential_id, c.last_used_at from sessions c join users u on u.id = c.user_id
        where c.token_hash = ${tokenHash} and c.expires_at > ${now}::timestamptz)`
    : template`(select u.*, c.id as credential_id, null::timestamptz as last_used_at from api_keys c join users u on u.id = c.user_id
        where c.token_hash = ${tokenHash} and c.revoked_at is null
          and ${now}::timestamptz is not null)`;

const findCaller = (kind: Credential['kind']) =>
  statement<{ tokenHash: string; now: Date }, ActorRow>(
    (p) => template`
      select id, email, role, status, credential_id,
        coalesce(last_used_at <= ${p.now}::timestamptz - interval '1 hour', false) as renewal_due
      from ${callerSql(kind, template`${p.tokenHash}`, template`${p.now}`)} caller`,
  );

const callers = { session: findCaller('session'), key: findCaller('key') };

/**
 * Finds out who is calling.
 * @throws not_signed_in, account_suspended
 */
export async function authenticate(sql: Sql, credential: Credential | null, now: Date): Promise<Actor> {
  if (!credential) throw notSignedIn();
  const [row] = await callers[credential.kind](sql, { tokenHash: credential.tokenHash, now });
  if (!row) throw notSignedIn();
  if (row.status === 'suspended') throw suspended();
  const { credential_id: credentialId, renewal_due: renewalDue, ...caller } = row;
  return { ...caller, credentialId, credentialKind: credential.kind, renewalDue };
}

/**
 * Whether this caller may use an endpoint.
 * @param ownerId the account in the path, where there is one
 * @throws forbidden
 */
export function authorize(access: Access, actor: Actor, ownerId: string | undefined): void {
  if (access === 'admin' && actor.role !== 'admin') throw forbidden();
  if (access === 'owner-session' && actor.credentialKind !== 'session') {
    throw new Problem('forbidden', 'This can only be done signed in, not with an API key');
  }
  if (access === 'owner' || access === 'owner-session') {
    if (actor.role !== 'admin' && actor.id !== ownerId) throw forbidden();
  }
}

const findSignIn = statement<{ userId: string; credentialId: string; now: Date }, { current: boolean }>(
  (p) => template`
    select u.status = 'active' and (
      exists (select 1 from sessions
        where id = ${p.credentialId}::uuid and expires_at > ${p.now}::timestamptz)
      or exists (select 1 from api_keys where id = ${p.credentialId}::uuid and revoked_at is null)
    ) as current
    from users u where u.id = ${p.userId}::uuid`,
);

/** Whether what a caller came with still holds; for what goes on after the request that was checked. */
export async function isStillSignedIn(sql: Sql, actor: Actor, now: Date): Promise<boolean> {
  const [row] = await findSignIn(sql, { userId: actor.id, credentialId: actor.credentialId, now });
  return row?.current ?? false;
}

/** What a statement with `callerSql` tells of its caller. */
export interface CallerRow {
  caller_id: string;
  caller_role: Actor['role'];
  caller_status: Actor['status'];
}

/**
 * The checks of `authenticate` and of `owner` access, upon the row of a statement that looked up caller
 * and data at once. No row means no caller.
 * @throws not_signed_in, account_suspended, forbidden
 */
export function admitOwner<Row extends CallerRow>(row: Row | undefined, ownerId: string): Row {
  if (!row) throw notSignedIn();
  if (row.caller_status === 'suspended') throw suspended();
  if (row.caller_role !== 'admin' && row.caller_id !== ownerId) throw forbidden();
  return row;
}

export const notSignedIn = () => new Problem('not_signed_in', 'Please sign in');
export const forbidden = () => new Problem('forbidden', 'This is not yours to see or do');
export const suspended = () => new Problem('account_suspended', 'This account is suspended');
