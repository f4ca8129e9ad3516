import { z } from 'zod';
import { httpAddress, optional } from '../../platform/kit/settings.ts';

const rates = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim().split('=')))
  .pipe(
    z.array(
      z.tuple([z.string().regex(/^[A-Z]{3}$/), z.string().regex(/^\d{1,6}(\.\d{1,8})?$/)], {
        error: 'must be pounds for one of each currency, such as USD=0.79,EUR=0.86',
      }),
    ),
  );

const levels = z
  .string()
  .transform((text) => text.split(',').map((entry) => entry.trim().split('=')))
  .pipe(
    z.array(
      z.tuple([z.string().regex(/^[a-z][a-z-]*$/), z.string().regex(/^\d{1,9}(\.\d{1,4})?$/)], {
        error: 'must be an amount for each carrier, in its own currency, such as twilio=50,telnyx=25.50',
      }),
    ),
  );

/** The settings of the currencies in which carriers charge. */
export const currencyEnvironment = {
  CURRENCY_RATES: optional(rates),
  CURRENCY_RATES_URL: optional(httpAddress),
  CARRIER_LOW_BALANCES: optional(levels),
};

const environment = z.object(currencyEnvironment);

export interface CurrencySettings {
  /** Pounds for one of each currency, decimal strings. */
  rates: Readonly<Record<string, string>>;
  /** The source of the day's rates, in the form of the European Central Bank's reference rates; null: none. */
  ratesUrl: string | null;
  /** Our credit at a carrier is low below this amount, in the carrier's own currency; decimal strings. */
  lowBalances: Readonly<Record<string, string>>;
}

export const currenciesFrom = (settings: z.output<typeof environment>): CurrencySettings => ({
  rates: Object.fromEntries(settings.CURRENCY_RATES ?? []),
  ratesUrl: settings.CURRENCY_RATES_URL ?? null,
  lowBalances: Object.fromEntries(settings.CARRIER_LOW_BALANCES ?? []),
});
