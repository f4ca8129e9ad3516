import { eq, sql as template } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { isoTime, prepared } from '../../../db/prepared.ts';
import type { Deps } from '../../services/deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import {
  add,
  formatMoney,
  fromUnits,
  type Money,
  parseMoney,
  subtract,
  wholePennies,
  ZERO,
} from '../../platform/kit/money.ts';
import { isReseller, SMS_RATES } from '../../money/pricing/tariff.ts';
import { RESELLER_VOICE_RATE_GBP } from '../../money/pricing/voice-rates.ts';
import { NUMBER_DISCOUNT_PERCENT, RESELLER_NUMBER_PERCENT } from '../../money/pricing/number-rates.ts';
import { AFTER_TOTALS, usageIn } from './usage.ts';
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

/** The usage at reseller rates: the stored totals plus the usage since. */
const readUsage = prepared<{ userId: string }, Usage>(
  (p) => template`
    select (select ${isoTime(template`min(starts_at)`)} from reseller_terms where user_id = u.id) as since,
      (coalesce(had.reseller_sms_paid, 0) + n.reseller_sms_paid)::numeric(16, 4)::text as sms_paid,
      (coalesce(had.reseller_minutes_paid, 0) + n.reseller_minutes_paid)::numeric(16, 4)::text as minutes_paid,
      (coalesce(had.reseller_minutes, 0) + n.reseller_minutes)::int as minutes,
      (coalesce(had.reseller_numbers_paid, 0) + n.reseller_numbers_paid)::numeric(16, 2)::text as numbers_paid,
      (coalesce(had.reseller_numbers, 0) + n.reseller_numbers)::int as numbers
    from users u
    left join usage_totals had on had.user_id = u.id
    cross join lateral ${usageIn({ from: AFTER_TOTALS, below: null })} n
    where u.id = ${p.userId}::uuid`,
);

/** A user's reseller package now, and how much it has saved. @throws not_found */
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
  const numbers = fromUnits((paid * BigInt(NUMBER_DISCOUNT_PERCENT)) / BigInt(RESELLER_NUMBER_PERCENT));
  return {
    total: inPennies(add(add(sms, voice), numbers)),
    sms: inPennies(sms),
    voice: inPennies(voice),
    numbers: inPennies(numbers),
  };
}

/** How much more the same usage would have cost at the standard rate. */
function savedBy(paid: Money, rates: Rates): Money {
  const reseller = parseMoney(rates.reseller);
  const saved = (paid * subtract(parseMoney(rates.standard), reseller)) / reseller;
  return saved > 0n ? fromUnits(saved) : ZERO;
}

/** Whole pennies, rounded down. */
const inPennies = (amount: Money): string => formatMoney(wholePennies(amount));
