import pino, { type Logger } from 'pino';
import { connect } from '../db/client.ts';
import { openReplica } from '../db/replica.ts';
import { watchDatabase } from '../db/watch.ts';
import type { Deps, Signals } from './services/deps.ts';
import { endRecent } from './accounts/security/end-recent.ts';
import { CarrierAccounts } from './carriers/accounts/load-accounts.ts';
import type { Adapter } from './carriers/port.ts';
import { knownRates } from './carriers/prices/currency-rates.ts';
import { openCarriers } from './carriers/registry.ts';
import type { Config } from './config.ts';
import { readKept } from './platform/settings/kept-settings.ts';
import { openObjectStore } from './edge/uploads/object-store.ts';
import { dearPasswords, type Passwords } from './callers/passwords/passwords.ts';
import { giveTrial } from './money/trial/give-trial.ts';
import { CostsInUse } from './money/pricing/costs-in-use.ts';
import { EventBus } from './platform/events/bus.ts';
import { startDatabaseClock } from './platform/database-clock.ts';
import type { Clock } from './platform/kit/clock.ts';
import { describeError } from './platform/kit/describe-error.ts';
import { Groups } from './platform/kit/groups.ts';
import { requestOfLine } from './platform/kit/request.ts';
import { Signal } from './platform/kit/signal.ts';
import { canCall } from './services/voice/running/calling-carriers.ts';

export type { Deps };

/** A test, the demonstration or the bench uses these instead of the program's own. */
export interface Overrides {
  clock?: Clock;
  log?: Logger;
  /** Carriers to serve with. */
  adapters?: readonly Adapter[];
  passwords?: Passwords;
}

/** Dependencies that are open, until they are closed. */
export interface OpenDeps {
  deps: Deps;
  /** Closes the connections to the database; everything that uses them must have ended before. */
  close(): Promise<void>;
}

/** The environment's settings beside those of the panel, or without them where they can no longer be used together. */
export async function withKept(environment: Config, databaseUrl: string, log: Logger): Promise<Config> {
  const { db, close } = connect(databaseUrl, { connections: 1 });
  try {
    const kept = await readKept(db, environment);
    try {
      return environment.withKept(kept);
    } catch (error) {
      log.error({ error }, 'the settings of the panel are not used');
      return { ...environment, keptAt: kept.at };
    }
  } finally {
    await close();
  }
}

/**
 * Puts the dependencies together: for the program, for tests, for the demonstration and for the bench. The
 * database must have been migrated. Event streams are fed from now on, until `deps.bus.stop()`.
 */
export async function openDeps(
  config: Config,
  databaseUrl: string,
  { clock: given, log = openLog(config), adapters, passwords = dearPasswords }: Overrides = {},
): Promise<OpenDeps> {
  const traces = config.tracesUrl ? (await import('./platform/tracing.ts')).startTracing(config.tracesUrl, log) : null;
  const { db, sql, planned, cut, close } = connect(databaseUrl, { connections: config.databaseConnections });
  const database = watchDatabase(databaseUrl, log, cut);
  const replica = openReplica(config.databaseReplicaUrl, sql, log);
  const time = given ? { clock: given } : await startDatabaseClock(sql, log);
  const { clock } = time;
  const bus = new EventBus(sql, log);
  await bus.start();
  const carriers = openCarriers({ config, sql, clock, log }, adapters);
  const carrierAccounts = new CarrierAccounts({ config, sql, clock, log }, carriers);
  await carrierAccounts.load();
  const deps: Deps = {
    config,
    db,
    sql,
    replica,
    planned,
    databaseUrl,
    database,
    passwords,
    clock,
    log,
    bus,
    objects: openObjectStore(config),
    carriers,
    carrierAccounts,
    knownRates: (from) => knownRates(from, { config }),
    carriersFor: (service) => (service === 'sms' ? carriers.names : canCall(carriers)),
    signals: createSignals(),
    keyUses: new Map(),
    onConfirmed: (tx, account) => giveTrial(tx, config, account),
    onReset: endRecent,
    costsInUse: new CostsInUse(),
    deliveries: new Groups(),
  };
  return {
    deps,
    close: async () => {
      if ('stop' in time) await time.stop();
      await database.stop();
      await replica.stop();
      await close();
      await traces?.stop();
    },
  };
}

/** The program's own log, on standard output. */
export const openLog = ({ logLevel }: Config): Logger =>
  pino({
    level: logLevel,
    mixin: requestOfLine,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { error: describeError },
  });

const createSignals = (): Signals => ({
  smsQueued: new Signal(),
  receiptsArrived: new Signal(),
  callsDue: new Signal(),
  recordingsDue: new Signal(),
});
