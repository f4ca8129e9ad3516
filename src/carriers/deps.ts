import type { Deps as MoneyDeps } from '../money/deps.ts';
import type { Signal } from '../platform/kit/signal.ts';
import type { Config } from './config.ts';
import type { Carriers } from './registry.ts';

/** What wakes the chores of this process when carriers have news. */
export interface Signals {
  smsQueued: Signal;
  receiptsArrived: Signal;
}

/** What the carriers need, and every verb above them may. */
export interface Deps extends MoneyDeps {
  config: Config;
  carriers: Carriers;
  signals: Signals;
}
