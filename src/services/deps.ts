import type { Deps as CarriersDeps, Signals as CarrierSignals } from '../carriers/deps.ts';
import type { Signal } from '../platform/kit/signal.ts';
import type { Config } from './config.ts';

/** What this process's chores are woken by. */
export interface Signals extends CarrierSignals {
  callsDue: Signal;
  recordingsDue: Signal;
}

/** What the verbs of services may need. */
export interface Deps extends CarriersDeps {
  config: Config;
  signals: Signals;
}
