import type { Config } from '../config.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import { MAX_TOP_UP_GBP } from './catalogue.ts';
import { fault } from '../../platform/kit/faults.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** The pounds of credit that a customer wants to buy. @throws validation_failed (amount) */
export function readTopUp(
  { minTopUpGbp }: Pick<Config, 'minTopUpGbp'>,
  input: { amount?: string | null | undefined },
): Money {
  if (!input.amount) throw invalidField('amount', fault('coinMissing'));
  const amount = parseMoney(input.amount);
  if (amount < parseMoney(minTopUpGbp)) {
    throw invalidField('amount', fault('belowMinimum', { limit: `£${minTopUpGbp}` }));
  }
  if (amount > parseMoney(String(MAX_TOP_UP_GBP))) {
    throw invalidField(
      'amount',
      sentence('maximumAmount', { amount: `£${MAX_TOP_UP_GBP.toLocaleString('en-GB')}` }),
    );
  }
  return amount;
}
