import type { Deps as CarriersDeps, Signals as CarrierSignals } from '../carriers/deps.ts';
import type { Groups } from '../platform/kit/groups.ts';
import type { Signal } from '../platform/kit/signal.ts';
import type { Config } from './config.ts';
import type { Delivery } from './inbox/delivery.ts';

/** The signals that wake this process's chores. */
export interface Signals extends CarrierSignals {
  callsDue: Signal;
  recordingsDue: Signal;
}

/** The dependencies of the verbs of services. */
export interface Deps extends CarriersDeps {
  config: Config;
  signals: Signals;
  /** Messages in that this process is storing. */
  deliveries: Groups<Delivery>;
}
