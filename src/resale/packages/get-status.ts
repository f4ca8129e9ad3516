import { sql as template } from 'drizzle-orm';
import { isoTime, prepared } from '../../../db/prepared.ts';
import type { Deps } from '../../services/deps.ts';
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
import { type FlatRates, isReseller, type Rates } from '../../money/pricing/tariff.ts';
import { readFlatRates } from '../../money/pricing/read-flat-rates.ts';
import { NUMBER_DISCOUNT_PERCENT, RESELLER_NUMBER_PERCENT } from '../../shared/number-rates.ts';
import { AFTER_TOTALS, usageIn } from './usage.ts';
import type { ResellerStatus } from './contract.ts';
import { requireUser } from '../../callers/require-user.ts';

interface Usage {
  since: string | null;
  sms_paid: string;
  minutes_paid: string;
  minutes: number;
  numbers_paid: string;
  numbers: number;
}

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
  const user = await requireUser(deps, userId);
  const [usage] = await readUsage(deps.sql, { userId });
  if (!usage) throw new Error('a sum returned no row');
  const flat = await readFlatRates(deps.db, deps.config, deps.clock.now());
  return {
    active: isReseller(user, deps.clock.now()),
    resellerPackage: user.resellerPackage,
    expiresAt: user.resellerExpiresAt?.toISOString() ?? null,
    since: usage.since,
    savings: savingsOf(usage, flat),
    usage: {
      sms: Number(parseMoney(usage.sms_paid) / flat.sms.reseller),
      minutes: usage.minutes,
      numbers: usage.numbers,
    },
    rates: { sms: present(flat.sms), voice: present(flat.voice), numberDiscountPercent: NUMBER_DISCOUNT_PERCENT },
  };
}

const present = ({ standard, reseller }: Rates) => ({
  standard: formatMoney(standard, 4),
  reseller: formatMoney(reseller, 4),
});

function savingsOf(usage: Usage, flat: FlatRates): ResellerStatus['savings'] {
  const sms = savedBy(parseMoney(usage.sms_paid), flat.sms);
  const voice = savedBy(parseMoney(usage.minutes_paid), flat.voice);
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
function savedBy(paid: Money, { standard, reseller }: Rates): Money {
  const saved = (paid * subtract(standard, reseller)) / reseller;
  return saved > 0n ? fromUnits(saved) : ZERO;
}

/** Whole pennies, rounded down. */
const inPennies = (amount: Money): string => formatMoney(wholePennies(amount));
