import { sql as template } from 'drizzle-orm';
import { prepared } from '../../db/prepared.ts';
import { networkOf } from '../platform/kit/network.ts';
import { hashToken } from './credentials.ts';
import type { Deps } from './deps.ts';
import type { Transaction } from '../platform/events/transact.ts';
import { Problem } from '../platform/kit/errors.ts';
import { fault, type Sentence } from '../platform/kit/faults.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/kit/durations.ts';

/** How often something may be tried in a period, counted from the first attempt. */
export interface Limit {
  /** The counted attempts, e.g. `login:email:<address>`. */
  key: string;
  attempts: number;
  windowMs: number;
  /** What is said to somebody who tries more often, if it is not that there were too many attempts. */
  refusal?: Sentence;
}

export const limit = (key: string, attempts: number, windowMs = HOUR_MS): Limit => ({ key, attempts, windowMs });

const subject = (text: string) => networkOf(text.trim()).toLowerCase().slice(0, 254);

/**
 * Limits wrong passwords: for each network address, which many people may share, and for address and account together.
 * Never for the account alone, because a stranger who guesses passwords would then lock the owner out. A device that
 * the account knows has a count of its own, so that others at the same address cannot stop its owner from signing in.
 * @param device the token of a device that the account knows, or null
 */
export const loginLimits = (address: string, email: string, device: string | null): Limit[] => {
  const account = subject(email);
  const perAccount = { attempts: 10, windowMs: 15 * MINUTE_MS };
  if (device !== null) return [{ key: `login:device:${hashToken(device)}:${account}`, ...perAccount }];
  const from = subject(address);
  return [
    { key: `login:address:${from}`, attempts: 50, windowMs: 15 * MINUTE_MS },
    { key: `login:pair:${from}:${account}`, ...perAccount },
  ];
};

export const registerLimit = (address: string): Limit => limit(`register:address:${subject(address)}`, 20);

export const demonstrationLimit = (address: string): Limit => limit(`demonstration:address:${subject(address)}`, 20);

/** Limits mail that a person asks for and that goes to an address that may not be theirs. */
export const confirmationLimit = (userId: string): Limit => limit(`confirmation:user:${userId}`, 5);

/** Limits invitations to an account: each is a letter to somebody who may not know of it. */
export const invitationLimit = (userId: string): Limit => limit(`invitation:user:${userId}`, 20);

/**
 * Limits requests for a new password, as `loginLimits` limits passwords. It is the same for addresses that
 * have no account.
 * @param device the token of a device that the account knows, or null
 */
export const passwordResetLimits = (address: string, email: string, device: string | null): Limit[] => {
  const [from, account] = [subject(address), subject(email)];
  const perAccount = { attempts: 5, windowMs: HOUR_MS };
  if (device !== null) return [{ key: `reset:device:${hashToken(device)}:${account}`, ...perAccount }];
  return [
    { key: `reset:address:${from}`, attempts: 20, windowMs: HOUR_MS },
    { key: `reset:pair:${from}:${account}`, ...perAccount },
  ];
};

/** Limits what an account changes, because each change is a row in the audit log, and many are a mail or an event. */
export const changesLimit = (userId: string, attempts: number): Limit =>
  limit(`changes:user:${userId}`, attempts, DAY_MS);

/** Limits sign-ins that succeed, because each is a session and a row in the audit log. */
export const signInsLimit = (userId: string): Limit => limit(`sign-ins:user:${userId}`, 500, DAY_MS);

/** Limits files of all data about an account, because each file reads all of it. */
export const exportLimit = (userId: string): Limit => limit(`export:user:${userId}`, 5, DAY_MS);

/** Limits changes of this level, because each new level may cause a mail. */
export const lowBalanceLevelLimit = (userId: string): Limit => limit(`low-balance-level:user:${userId}`, 20);

export const passwordLimit = (userId: string): Limit => limit(`password:user:${userId}`, 10, 15 * MINUTE_MS);

/**
 * Limits attempts at codes: six digits are guessed quickly if there is no limit. All network addresses share
 * one limit, so that nobody can guess from many. A person who knows the password could lock the owner out
 * with it, so a device that the account knows has a limit of its own.
 * @param device the token of a device that the account knows, or null
 */
export const secondFactorLimit = (userId: string, device: string | null = null): Limit =>
  limit(
    device === null ? `second-factor:user:${userId}` : `second-factor:device:${hashToken(device)}:${userId}`,
    10,
    15 * MINUTE_MS,
  );

/** Limits challenges. They do not help anybody to guess, but each one is a row. */
export const passkeyLimit = (address: string): Limit =>
  limit(`passkey:address:${subject(address)}`, 100, 15 * MINUTE_MS);

interface Counted {
  attempts: number;
  reset_at: string;
}

/** @param p the values, or their placeholders */
const counting = (p: Record<'key' | 'now' | 'resetAt', unknown>) => template`
  insert into throttles as t (key, attempts, reset_at)
  values (${p.key}, 1, ${p.resetAt}::timestamptz)
  on conflict (key) do update set
    attempts = case when t.reset_at <= ${p.now}::timestamptz then 1 else t.attempts + 1 end,
    reset_at = case when t.reset_at <= ${p.now}::timestamptz then excluded.reset_at else t.reset_at end
  returning attempts, reset_at::text`;

const count = prepared<{ key: string; now: Date; resetAt: Date }, Counted & object>(counting);

const giveBack = prepared<{ key: string }, Record<never, never>>(
  (p) => template`update throttles set attempts = greatest(attempts - 1, 0) where key = ${p.key}`,
);

/**
 * Counts an attempt before it is made, so that many simultaneous attempts cannot pass together.
 * @throws rate_limited with Retry-After
 */
export async function countAttempt({ config, sql, clock }: Deps, limit: Limit): Promise<void> {
  if (!config.rateLimits) return;
  const now = clock.now();
  const resetAt = new Date(now.getTime() + limit.windowMs);
  const [row] = await count(sql, { key: limit.key, now, resetAt });
  requireWithin(limit, row, now);
}

/**
 * Counts an attempt in the transaction that makes it; one that is taken back does not count. Others that count the same
 * wait for its end.
 * @throws rate_limited with Retry-After
 */
export async function countAttemptIn(
  tx: Transaction,
  { rateLimits }: Pick<Deps['config'], 'rateLimits'>,
  limit: Limit,
): Promise<void> {
  if (!rateLimits) return;
  const [now, resetAt] = [tx.now.toISOString(), new Date(tx.now.getTime() + limit.windowMs).toISOString()];
  const [row] = await tx.db.execute<Counted & Record<string, unknown>>(counting({ key: limit.key, now, resetAt }));
  requireWithin(limit, row, tx.now);
}

function requireWithin(limit: Limit, row: Counted | undefined, now: Date): void {
  if (!row || row.attempts <= limit.attempts) return;
  const seconds = Math.max(1, Math.ceil((new Date(row.reset_at).getTime() - now.getTime()) / 1000));
  throw new Problem('rate_limited', limit.refusal ?? fault('tooManyAttempts'), {
    headers: { 'retry-after': String(seconds) },
  });
}

/** An attempt that succeeded does not count. */
export async function forgetAttempt({ config, sql }: Deps, limit: Limit): Promise<void> {
  if (config.rateLimits) await giveBack(sql, { key: limit.key });
}
