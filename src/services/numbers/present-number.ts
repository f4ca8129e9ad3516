import { didNumbers } from '../../../db/schema/index.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { TariffUser } from '../../money/pricing/tariff.ts';
import { isSimulated } from '../../carriers/simulated.ts';
import type { DidNumber } from './contract.ts';
import { graceEnd, stateOf } from './renewal/expiry.ts';
import { type NumberPrices, priceFor } from './price.ts';

export type NumberRow = typeof didNumbers.$inferSelect;

/** A bought number as the contract shows it. @param prices those that hold now */
export function presentNumber(
  row: NumberRow,
  { owner, prices, now }: { owner: TariffUser; prices: NumberPrices; now: Date },
): DidNumber {
  if (row.status === 'reserved' || !row.purchasedAt) throw new Error('a held number is not a bought one');
  const { id, userId, number, name, country, countryCode, status, autoRenew, mailMessages, mailCalls } = row;
  const { purchasedAt, expiresAt } = row;
  return {
    id,
    userId,
    number,
    name,
    country,
    countryCode,
    status,
    autoRenew,
    mailMessages,
    mailCalls,
    answerPlan: row.answerPlan,
    simulated: isSimulated(row.provider),
    monthlyPrice: formatMoney(row.monthlyPrice),
    renewalPrice: formatMoney(priceFor(prices.of(countryCode), owner, now)),
    state: stateOf(expiresAt, now),
    purchasedAt: purchasedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    graceEndsAt: graceEnd(expiresAt).toISOString(),
  };
}
