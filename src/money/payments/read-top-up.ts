import type { Queryable } from '../../../db/client.ts';
import { readSettings, type SetValues } from '../../platform/settings/read-settings.ts';
import type { Config } from '../config.ts';
import { invalidField, sentence } from '../../platform/kit/errors.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import { MAX_TOP_UP_GBP } from './catalogue.ts';
import { fault } from '../../platform/kit/faults.ts';

interface TopUpHost {
  config: Pick<Config, 'minTopUpGbp'>;
  set: SetValues;
}

/** Reads the administrators' settings for a payment in a coin, once for each payment. */
export const readPaymentSettings = (db: Queryable, now: Date): Promise<SetValues> =>
  readSettings(db, now, 'coin', 'minimum_top_up', 'pending_payments', 'rate_spread');

/** The least credit that can be bought now: what administrators have set, otherwise the environment's. */
export const minimumOf = ({ config: { minTopUpGbp }, set }: TopUpHost): string =>
  set.of('minimum_top_up') ?? minTopUpGbp;

/** The pounds of credit that a customer wants to buy. @throws validation_failed (amount) */
export function readTopUp(host: TopUpHost, input: { amount?: string | null | undefined }): Money {
  if (!input.amount) throw invalidField('amount', fault('coinMissing'));
  const amount = parseMoney(input.amount);
  const minimum = minimumOf(host);
  if (amount < parseMoney(minimum)) {
    throw invalidField('amount', fault('belowMinimum', { limit: `£${minimum}` }));
  }
  if (amount > parseMoney(String(MAX_TOP_UP_GBP))) {
    throw invalidField('amount', sentence('maximumAmount', { amount: `£${MAX_TOP_UP_GBP.toLocaleString('en-GB')}` }));
  }
  return amount;
}
