import type { Queryable } from '../../../db/client.ts';
import { readSettings } from '../../platform/settings/read-settings.ts';
import type { Config } from '../config.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import { MAX_TOP_UP_GBP } from './catalogue.ts';
import { fault } from '../../platform/kit/faults.ts';
import { sentence } from '../../platform/kit/sentences.ts';

interface TopUpHost {
  db: Queryable;
  config: Pick<Config, 'minTopUpGbp'>;
  now: Date;
}

/** The least credit that can be bought now: what administrators have set, otherwise the environment's. */
export async function readMinimum({ db, config: { minTopUpGbp }, now }: TopUpHost): Promise<string> {
  return (await readSettings(db, now, 'minimum_top_up')).of('minimum_top_up') ?? minTopUpGbp;
}

/** The pounds of credit that a customer wants to buy. @throws validation_failed (amount) */
export async function readTopUp(
  host: TopUpHost,
  input: { amount?: string | null | undefined },
): Promise<Money> {
  if (!input.amount) throw invalidField('amount', fault('coinMissing'));
  const amount = parseMoney(input.amount);
  const minimum = await readMinimum(host);
  if (amount < parseMoney(minimum)) {
    throw invalidField('amount', fault('belowMinimum', { limit: `£${minimum}` }));
  }
  if (amount > parseMoney(String(MAX_TOP_UP_GBP))) {
    throw invalidField(
      'amount',
      sentence('maximumAmount', { amount: `£${MAX_TOP_UP_GBP.toLocaleString('en-GB')}` }),
    );
  }
  return amount;
}
