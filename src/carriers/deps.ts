import type { Deps as MoneyDeps } from '../money/deps.ts';
import type { Signal } from '../platform/kit/signal.ts';
import type { Config } from './config.ts';
import type { CarrierAccounts } from './accounts/load-accounts.ts';
import type { Carriers } from './registry.ts';

/** Wakes the chores of this process when carriers have news. */
export interface Signals {
  smsQueued: Signal;
  receiptsArrived: Signal;
}

/** The dependencies of the carriers, which every verb above them may use. */
export interface Deps extends MoneyDeps {
  config: Config;
  carriers: Carriers;
  /** Those of the carriers that administrators made. */
  carrierAccounts: CarrierAccounts;
  signals: Signals;
}
