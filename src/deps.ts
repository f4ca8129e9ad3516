import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import type { Config } from './config.ts';
import type { EventBus } from './platform/events/bus.ts';
import type { Clock } from './platform/kit/clock.ts';
import { Signal } from './platform/kit/signal.ts';
import type { Carriers } from './carriers/registry.ts';
import type { ObjectStore } from './edge/uploads/object-store.ts';

/** What every verb may need, put together once by `main.ts` or by a test. */
export interface Deps {
  config: Config;
  db: Database;
  sql: Sql;
  /** For what needs connections of its own. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  bus: EventBus;
  objects: ObjectStore;
  carriers: Carriers;
  signals: Signals;
  /** When each API key was last used, by the hash it is looked up with; until it is written down. */
  keyUses: Map<string, Date>;
}

/** What this process's chores are woken by. */
export interface Signals {
  smsQueued: Signal;
  receiptsArrived: Signal;
  callsDue: Signal;
  recordingsDue: Signal;
}

export const createSignals = (): Signals => ({
  smsQueued: new Signal(),
  receiptsArrived: new Signal(),
  callsDue: new Signal(),
  recordingsDue: new Signal(),
});
