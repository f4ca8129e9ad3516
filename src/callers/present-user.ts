import { sql as template, type SQL } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../db/client.ts';
import { isoTime, prepared } from '../../db/prepared.ts';
import type { users } from '../../db/schema/index.ts';
import { notFound } from '../platform/kit/errors.ts';
import type { User } from './contract.ts';
import { API_KEY_PREFIX } from '../shared/mask.ts';

export type UserRow = typeof users.$inferSelect;

/** The name of the key that a user's `apiKey` field shows. Other keys have names that their owners chose. */
export const DEFAULT_KEY = 'default';

/** It is true if the owner of `users u` has closed the account. */
export const closedSql: SQL = template`exists (select from account_closings where user_id = u.id)`;

/** A user as the contract shows them, always without the password: JSON text, over `users u` left joined with `currentKeySql`. */
export const userJsonSql: SQL = template`json_build_object(
  'id', u.id, 'email', u.email, 'emailConfirmed', u.email_confirmed_at is not null,
  'pendingEmail', u.pending_email, 'hasSecondFactor', u.has_second_factor,
  'fullName', u.full_name, 'company', u.company, 'phone', u.phone, 'language', u.language,
  'country', u.country, 'cheaperSpelling', u.cheaper_spelling,
  'role', u.role, 'duty', u.duty, 'status', u.status, 'isClosed', ${closedSql}, 'credits', u.credits::text, 'owed', u.owed::text,
  'resellerPackage', u.reseller_package, 'resellerExpiresAt', ${isoTime(template`u.reseller_expires_at`)},
  'seesCustomers', u.sees_customers, 'resold', u.reseller_id is not null,
  'defaultCallerId', u.default_caller_id, 'callerIdType', u.caller_id_type,
  'lowBalanceLevel', u.low_balance_level::text,
  'apiKey', coalesce(${template.raw(`'${API_KEY_PREFIX}…'`)} || k.last_four, ''),
  'limitReachedAt', ${isoTime(template`u.limit_reached_at`)},
  'limitLiftedUntil', ${isoTime(template`u.limit_lifted_until`)},
  'createdAt', ${isoTime(template`u.created_at`)}, 'updatedAt', ${isoTime(template`u.updated_at`)})::text`;

/** Joins the key that a user's `apiKey` shows: `k` beside `users u`. */
export const currentKeySql: SQL = template`
  left join api_keys k on k.user_id = u.id and k.name = ${template.raw(`'${DEFAULT_KEY}'`)}
    and k.revoked_at is null`;

const find = prepared<{ id: string }, { shown: User }>(
  (p) => template`select ${userJsonSql}::json as shown from users u ${currentKeySql} where u.id = ${p.id}::uuid`,
);

/** Reads one user as the contract shows them. @throws not_found */
export async function readUser(db: Queryable, id: string): Promise<User> {
  const [found] = await find(driverOf(db), { id });
  if (!found) throw notFound('User');
  return found.shown;
}
