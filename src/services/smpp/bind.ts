import { and, count, eq, sql as template } from 'drizzle-orm';
import { smppAccounts, smppBinds } from '../../../db/schema/index.ts';
import { countAttempt, forgetAttempt, loginLimits } from '../../callers/throttle.ts';
import { transact } from '../../platform/events/transact.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Deps } from '../deps.ts';
import { STATUS } from './statuses.ts';

/** A bind that no process has renewed for so long is gone. */
const STALE_MS = MINUTE_MS;

/** Whose gateway is bound, and what it may do. */
export interface BoundAccount {
  keyId: string;
  userId: string;
  /** That of the key which the system id is. */
  credential: { kind: 'key'; tokenHash: string; address: string };
  openRequests: number;
  perSecond: number;
  cheaperSpelling: boolean;
}

/** A bind that was refused, with the status that says why. */
export class BindRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`bind refused with status ${status}`);
    this.status = status;
  }
}

interface AccountRow extends Record<string, unknown> {
  key_id: string;
  user_id: string;
  token_hash: string;
  password_hash: string;
  open_requests: number;
  per_second: number;
  cheaper_spelling: boolean;
  from_here: boolean;
}

/**
 * Finds whose system id and password these are. Wrong ones are limited as those of people are.
 * @throws BindRefused, rate_limited
 */
export async function identify(
  deps: Deps,
  { systemId, password, address }: { systemId: string; password: string; address: string },
): Promise<BoundAccount> {
  const limits = loginLimits(address, `smpp ${systemId}`, null);
  for (const limit of limits) await countAttempt(deps, limit);
  const [row] = await deps.db.execute<AccountRow>(template`
    select a.key_id, a.user_id, k.token_hash, a.password_hash, a.open_requests, a.per_second,
      a.cheaper_spelling,
      a.addresses = '{}' or ${address}::inet <<= any (a.addresses) as from_here
    from smpp_accounts a join api_keys k on k.id = a.key_id
    where a.system_id = ${systemId} and k.revoked_at is null`);
  const isTheirs = await deps.passwords.verify(password, row?.password_hash);
  if (!row || !isTheirs) throw new BindRefused(STATUS.badPassword);
  for (const limit of limits) await forgetAttempt(deps, limit);
  if (!row.from_here) throw new BindRefused(STATUS.bindFailed);
  return {
    ...{ keyId: row.key_id, userId: row.user_id, openRequests: row.open_requests, perSecond: row.per_second },
    cheaperSpelling: row.cheaper_spelling,
    credential: { kind: 'key', tokenHash: row.token_hash, address },
  };
}

/** Notes a bind, unless the system id has as many as it may, in all processes. @throws BindRefused */
export async function noteBind(
  deps: Deps,
  { keyId, userId }: BoundAccount,
  { address, receives }: { address: string; receives: boolean },
): Promise<string> {
  const id = newId(deps.clock);
  await transact(deps, async (tx) => {
    const [account] = await tx.db
      .select({ most: smppAccounts.binds })
      .from(smppAccounts)
      .where(eq(smppAccounts.keyId, keyId))
      .for('update');
    const [bound] = await tx.db
      .select({ count: count() })
      .from(smppBinds)
      .where(and(eq(smppBinds.keyId, keyId), template`${smppBinds.seenAt} > ${staleAt(tx.now)}`));
    if (!account || (bound?.count ?? 0) >= account.most) throw new BindRefused(STATUS.alreadyBound);
    await tx.db.insert(smppBinds).values({ id, keyId, userId, address, receives, boundAt: tx.now, seenAt: tx.now });
  });
  return id;
}

export const forgetBind = async ({ db }: Pick<Deps, 'db'>, id: string): Promise<void> => {
  await db.delete(smppBinds).where(eq(smppBinds.id, id));
};

/** Renews this process's binds, and removes those of processes that are gone. */
export async function renewBinds({ db, clock }: Pick<Deps, 'db' | 'clock'>, ids: readonly string[]) {
  const now = clock.now();
  await db.execute(template`
    update smpp_binds set seen_at = ${now.toISOString()}::timestamptz
    where id = any (string_to_array(${ids.join(',')}, ',')::uuid[])`);
  await db.execute(template`delete from smpp_binds where seen_at <= ${staleAt(now)}`);
}

export const staleAt = (now: Date) => template`${new Date(now.getTime() - STALE_MS).toISOString()}::timestamptz`;
