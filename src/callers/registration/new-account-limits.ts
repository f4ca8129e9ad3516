import type { Transaction } from '../../platform/events/transact.ts';
import { countOr, decimalOr, readSettings } from '../../platform/settings/read-settings.ts';
import type { Config } from '../config.ts';
import type { NewAccount } from './create-account.ts';

/** The limits with which a new account begins: those that administrators have set, otherwise the environment's. */
export async function readNewAccountLimits(
  tx: Transaction,
  { newAccountLimits, newAccountCallsAtOnce }: Pick<Config, 'newAccountLimits' | 'newAccountCallsAtOnce'>,
): Promise<Required<Pick<NewAccount, 'limits' | 'callsAtOnce'>>> {
  const set = await readSettings(tx.db, tx.now, 'daily_limit', 'country_limit', 'calls_at_once');
  return {
    limits: {
      daily: decimalOr(set.of('daily_limit'), newAccountLimits.daily),
      country: decimalOr(set.of('country_limit'), newAccountLimits.country),
    },
    callsAtOnce: countOr(set.of('calls_at_once'), newAccountCallsAtOnce),
  };
}
