import { and, eq, isNull, sql as template, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { accountClosings, apiKeys, users } from '../../db/schema/index.ts';
import { isoTime } from '../../db/prepared.ts';
import { notFound } from '../platform/kit/errors.ts';
import { formatMoney } from '../platform/kit/money.ts';
import type { User } from './contract.ts';
import { API_KEY_PREFIX, maskApiKey } from '../shared/mask.ts';

export type UserRow = typeof users.$inferSelect;

/** The name of the key that a user's `apiKey` field shows. Other keys have names that their owners chose. */
export const DEFAULT_KEY = 'default';

/** A user as the contract shows them, always without the password. */
export function presentUser(
  row: UserRow,
  { lastFour, isClosed }: { lastFour: string | null; isClosed: boolean },
): User {
  return {
    id: row.id,
    email: row.email,
    emailConfirmed: row.emailConfirmedAt !== null,
    pendingEmail: row.pendingEmail,
    hasSecondFactor: row.hasSecondFactor,
    fullName: row.fullName,
    company: row.company,
    phone: row.phone,
    language: row.language,
    country: row.country,
    cheaperSpelling: row.cheaperSpelling,
    role: row.role,
    duty: row.duty,
    status: row.status,
    isClosed,
    credits: formatMoney(row.credits),
    owed: formatMoney(row.owed),
    resellerPackage: row.resellerPackage,
    resellerExpiresAt: row.resellerExpiresAt?.toISOString() ?? null,
    seesCustomers: row.seesCustomers,
    resold: row.resellerId !== null,
    defaultCallerId: row.defaultCallerId,
    callerIdType: row.callerIdType,
    lowBalanceLevel: row.lowBalanceLevel === null ? null : formatMoney(row.lowBalanceLevel),
    apiKey: lastFour ? maskApiKey(lastFour) : '',
    limitReachedAt: row.limitReachedAt?.toISOString() ?? null,
    limitLiftedUntil: row.limitLiftedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Reads one user as the contract shows them. @throws not_found */
export async function readUser(db: Queryable, id: string): Promise<User> {
  const [found] = await db
    .select({ user: users, lastFour: apiKeys.lastFour, closedAt: accountClosings.closedAt })
    .from(users)
    .leftJoin(accountClosings, eq(accountClosings.userId, users.id))
    .leftJoin(apiKeys, and(eq(apiKeys.userId, users.id), eq(apiKeys.name, DEFAULT_KEY), isNull(apiKeys.revokedAt)))
    .where(eq(users.id, id));
  if (!found) throw notFound('User');
  return presentUser(found.user, { lastFour: found.lastFour, isClosed: found.closedAt !== null });
}

/** It is true if the owner of `users u` has closed the account. */
export const closedSql: SQL = template`exists (select from account_closings where user_id = u.id)`;

/** `presentUser` as JSON text made by PostgreSQL, over `users u` left joined with `currentKeySql`. */
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
