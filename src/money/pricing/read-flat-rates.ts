import type { Queryable } from '../../../db/client.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { readSettings } from '../../platform/settings/read-settings.ts';
import type { Config } from '../config.ts';
import { SMS_RATES_GBP } from '../../shared/sms-rates.ts';
import type { FlatRates } from './tariff.ts';
import { RESELLER_VOICE_RATE_GBP } from '../../shared/voice-rates.ts';

/**
 * The flat prices that hold at a time: what administrators have set, otherwise what the program and its environment
 * say. `price-sql.ts` reads the same in the statement that charges.
 */
export async function readFlatRates(
  db: Queryable,
  { voiceRateGbp }: Pick<Config, 'voiceRateGbp'>,
  now: Date,
): Promise<FlatRates> {
  const set = await readSettings(db, now, 'sms_price', 'sms_price_reseller', 'voice_price', 'voice_price_reseller');
  return {
    sms: {
      standard: parseMoney(set.of('sms_price') ?? SMS_RATES_GBP.standard),
      reseller: parseMoney(set.of('sms_price_reseller') ?? SMS_RATES_GBP.reseller),
    },
    voice: {
      standard: parseMoney(set.of('voice_price') ?? voiceRateGbp),
      reseller: parseMoney(set.of('voice_price_reseller') ?? RESELLER_VOICE_RATE_GBP),
    },
  };
}
