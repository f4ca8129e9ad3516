import { eq, sql as template } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { isoTime, prepared } from '../../../db/prepared.ts';
import type { Deps } from '../../services/deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { add, formatMoney, type Money, parseMoney, subtract, ZERO } from '../../platform/kit/money.ts';
import { isReseller, SMS_RATES } from '../../money/pricing/tariff.ts';
import { RESELLER_VOICE_RATE_GBP } from '../../money/pricing/voice-rates.ts';
import { NUMBER_DISCOUNT_PERCENT, RESELLER_NUMBER_PERCENT } from '../../money/pricing/number-rates.ts';
import type { ResellerStatus } from './contract.ts';

interface Usage {
  since: string | null;
  sms_paid: string;
  minutes_paid: string;
  minutes: number;
  numbers_paid: string;
  numbers: number;
}

const SMS = { standard: formatMoney(SMS_RATES.standard, 4), reseller: formatMoney(SMS_RATES.reseller, 4) };

/** What was bought while a package was running; that, and nothing else, was at reseller rates. */
const readUsage = prepared<{ userId: string }, Usage>(
  (p) => template`
    with terms as (
      select starts_at, expires_at from reseller_terms where user_id = ${p.userId}::uuid
    ), sms as (
      select coalesce(sum(actual_cost), 0) as paid from sms_messages m
      where user_id = ${p.userId}::uuid
        and exists (select from terms where m.sent_at >= starts_at and m.sent_at < expires_at)
    ), calls as (
      select coalesce(sum(actual_cost), 0) as paid, coalesce(sum(billed_minutes), 0)::int as minutes
      from voice_calls c
      where user_id = ${p.userId}::uuid and ended_at is not null
        and exists (select from terms where c.called_at >= starts_at and c.called_at < expires_at)
    ), numbers as (
      select coalesce(sum(t.amount), 0) as paid, count(*)::int as months from transactions t
      where user_id = ${p.userId}::uuid and type = 'did_purchase' and status = 'completed'
        and exists (select from terms where t.created_at >= starts_at and t.created_at < expires_at)
        and not exists (select from transactions r where r.refunds_transaction_id = t.id)
    )
    select (select ${isoTime(template`min(starts_at)`)} from terms) as since,
      (select paid from sms)::numeric(14, 4)::text as sms_paid,
      (select paid from calls)::numeric(14, 4)::text as minutes_paid,
      (select minutes from calls) as minutes,
      (select paid from numbers)::text as numbers_paid, (select months from numbers) as numbers`,
);

/** A user's reseller package at this moment, and what it was worth so far. @throws not_found */
export async function getStatus(deps: Deps, userId: string): Promise<ResellerStatus> {
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
  const [usage] = await readUsage(deps.sql, { userId });
  if (!usage) throw new Error('a sum returned no row');
  const voice = {
    standard: formatMoney(parseMoney(deps.config.voiceRateGbp), 4),
    reseller: formatMoney(parseMoney(RESELLER_VOICE_RATE_GBP), 4),
  };
  return {
    active: isReseller(user, deps.clock.now()),
    resellerPackage: user.resellerPackage,
    expiresAt: user.resellerExpiresAt?.toISOString() ?? null,
    since: usage.since,
    savings: savingsOf(usage, voice),
    usage: {
      sms: Number(parseMoney(usage.sms_paid) / SMS_RATES.reseller),
      minutes: usage.minutes,
      numbers: usage.numbers,
    },
    rates: { sms: SMS, voice, numberDiscountPercent: NUMBER_DISCOUNT_PERCENT },
  };
}

interface Rates {
  standard: string;
  reseller: string;
}

function savingsOf(usage: Usage, voiceRates: Rates): ResellerStatus['savings'] {
  const sms = savedBy(parseMoney(usage.sms_paid), SMS);
  const voice = savedBy(parseMoney(usage.minutes_paid), voiceRates);
  const paid = parseMoney(usage.numbers_paid);
  const numbers = ((paid * BigInt(NUMBER_DISCOUNT_PERCENT)) / BigInt(RESELLER_NUMBER_PERCENT)) as Money;
  return {
    total: inPennies(add(add(sms, voice), numbers)),
    sms: inPennies(sms),
    voice: inPennies(voice),
    numbers: inPennies(numbers),
  };
}

/** What the same would have cost more at the standard rate. */
function savedBy(paid: Money, rates: Rates): Money {
  const reseller = parseMoney(rates.reseller);
  const saved = (paid * subtract(parseMoney(rates.standard), reseller)) / reseller;
  return saved > 0n ? (saved as Money) : ZERO;
}

/** Whole pennies; a begun one does not count. */
const inPennies = (amount: Money): string => formatMoney((amount - (amount % 100n)) as Money);
