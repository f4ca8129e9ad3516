import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import { type CountryLimits, limitOf } from '../../money/allowances/limit-of.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { formatMoney, type Money, parseMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../../services/deps.ts';
import type * as contract from './contract.ts';
import { tellLimits } from './get-limits.ts';
import { lockUser } from '../../callers/require-user.ts';

/** Spend limits as they are stored: null means no limit. */
interface SpendLimits extends CountryLimits {
  dailyLimit: Money | null;
}

/** Tells whether the new limits allow more than before, for any country or for the whole day. */
function widens(before: SpendLimits, after: SpendLimits): boolean {
  const codes = new Set([...Object.keys(before.countryLimits), ...Object.keys(after.countryLimits)]);
  return (
    isWider(before.dailyLimit, after.dailyLimit) ||
    isWider(before.countryLimit, after.countryLimit) ||
    [...codes].some((code) => isWider(limitOf(before, code), limitOf(after, code)))
  );
}

const isWider = (before: Money | null, after: Money | null): boolean =>
  before !== null && (after === null || after > before);

/**
 * Sets an account's spend limits as one complete set. They hold from the next charge on, because the charge reads
 * them when it takes its money. Raising them needs a session and not a key, because they protect against a
 * stolen key. Where two administrators must agree, one alone can only make them stricter.
 * @throws approval_needed, not_found
 */
export async function setLimits(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, body, agreed }: { userId: string; body: BodyOf<typeof contract.setLimits>; agreed?: boolean },
): Promise<contract.Limits> {
  const before = await lockUser(tx, userId);
  const wanted = {
    dailyLimit: money(body.dailyLimit),
    countryLimit: money(body.countryLimit),
    countryLimits: Object.fromEntries(
      Object.entries(body.countries).map(([code, limit]) => [code, pounds(money(limit))]),
    ),
  };
  const limits = {
    dailyLimit: pounds(wanted.dailyLimit),
    countryLimit: pounds(wanted.countryLimit),
    countries: wanted.countryLimits,
  };
  if (widens(before, wanted)) {
    requireApproval({ deps, actor, agreed }, { kind: 'limits', userId, ...limits });
  }
  await tx.db
    .update(users)
    .set({ ...wanted, updatedAt: tx.now })
    .where(eq(users.id, userId));
  await audit(tx, actor, 'limits.changed', {
    subject: before.email,
    userId,
    detail: {
      dailyLimit: { from: pounds(before.dailyLimit), to: limits.dailyLimit },
      countryLimit: { from: pounds(before.countryLimit), to: limits.countryLimit },
      countries: { from: before.countryLimits, to: limits.countries },
    },
  });
  return tellLimits(tx, deps, userId);
}

const money = (limit: string | null): Money | null => (limit === null ? null : parseMoney(limit));
const pounds = (amount: Money | null): string | null => (amount === null ? null : formatMoney(amount));
