import { z } from 'zod';
import type { Config as MoneyConfig } from '../money/config.ts';
import { onOff, optional, withDefault } from '../platform/kit/settings.ts';
import { currenciesFrom, currencyEnvironment, type CurrencySettings } from './prices/settings.ts';
import type { SipRoutes } from './sip/settings.ts';

/** The carriers' settings in the environment that all carriers share. */
export const carriersEnvironment = {
  /** `off`: after an automatic failover, only an administrator makes the earlier carrier active again. */
  CARRIER_FAIL_BACK: withDefault(z.enum(['on', 'off']), 'on').pipe(onOff),
  /**
   * For how many seconds a carrier may say to everything that it is too busy, until messages to several recipients go to
   * the next carrier too.
   */
  CARRIER_BUSY_SECONDS: withDefault(z.coerce.number().int().min(10).max(86_400), 120),
  /** How many numbers carriers are asked about in a day, of all processes; each costs what the carrier asks. */
  NUMBER_LOOKUPS_PER_DAY: withDefault(z.coerce.number().int().min(1).max(1_000_000), 1000),
  SANDBOX_CARRIERS: optional(onOff),
  SANDBOX_PER_SECOND: withDefault(z.coerce.number().int().min(1).max(100_000), 1000),
  ...currencyEnvironment,
};

const common = z.object(carriersEnvironment);

export interface Config extends MoneyConfig {
  /**
   * True if, after an automatic failover, the earlier carrier becomes active again without an administrator.
   */
  carrierFailBack: boolean;
  /** After this time all messages leave a carrier that says to everything that it is too busy. */
  carrierBusySeconds: number;
  /** How many numbers carriers may be asked about in 24 hours. */
  numberLookupsPerDay: number;
  /** Null: simulated carriers serve where no other one is configured. */
  sandboxCarriers: boolean | null;
  /** How many messages a simulated carrier accepts in a second. */
  sandboxPerSecond: number;
  /** The carriers' own settings as the environment has them; each adapter reads its own. */
  carrierEnvironment: Readonly<Record<string, string | undefined>>;
  /** The values of the currencies in which carriers charge. */
  currencies: CurrencySettings;
  /** Where carriers take calls of trunks. */
  sipRoutes: SipRoutes;
}

export const carriersFrom = (
  settings: z.output<typeof common>,
): Pick<
  Config,
  | 'carrierFailBack'
  | 'carrierBusySeconds'
  | 'numberLookupsPerDay'
  | 'sandboxCarriers'
  | 'sandboxPerSecond'
  | 'currencies'
> => ({
  currencies: currenciesFrom(settings),
  carrierFailBack: settings.CARRIER_FAIL_BACK,
  carrierBusySeconds: settings.CARRIER_BUSY_SECONDS,
  numberLookupsPerDay: settings.NUMBER_LOOKUPS_PER_DAY,
  sandboxCarriers: settings.SANDBOX_CARRIERS ?? null,
  sandboxPerSecond: settings.SANDBOX_PER_SECOND,
});
