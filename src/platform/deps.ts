import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import type { Database, Driver } from '../../db/client.ts';
import type { Replica } from '../../db/replica.ts';
import type { DatabaseWatch } from '../../db/watch.ts';
import type { Config } from './config.ts';
import type { EventBus } from './events/bus.ts';
import type { Clock } from './kit/clock.ts';

/**
 * The dependencies of every verb. Each wing adds its own part in a `deps.ts` of its own; `src/deps.ts` puts
 * all of them together.
 */
export interface Deps {
  config: Config;
  db: Database;
  sql: Sql;
  /** For what may be some seconds late. */
  replica: Replica;
  /** Connections for what each call waits for. */
  planned: Driver;
  /** For code that needs database connections of its own. */
  databaseUrl: string;
  /** Tells whether the database can be reached. */
  database: DatabaseWatch;
  clock: Clock;
  log: Logger;
  bus: EventBus;
}
