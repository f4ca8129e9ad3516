import pino from 'pino';
import { connect } from '../db/client.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { ensureFirstAdmin } from './callers/registration/first-admin.ts';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { ConfigError, readConfig } from './config.ts';
import { createSignals, type Deps } from './deps.ts';
import { EventBus } from './platform/events/bus.ts';
import { systemClock } from './platform/kit/clock.ts';
import { openCarriers } from './carriers/registry.ts';
import { openObjectStore } from './edge/uploads/object-store.ts';

/** The only place with side effects: settings, database, listening, and a graceful stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] });
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(databaseUrl);
  const connection = connect(databaseUrl, { connections: config.databaseConnections });
  const bus = new EventBus(connection.sql, log);
  await bus.start();
  const deps: Deps = {
    config,
    db: connection.db,
    sql: connection.sql,
    databaseUrl,
    clock: systemClock,
    log,
    bus,
    objects: openObjectStore(config),
    carriers: openCarriers({ config, sql: connection.sql, clock: systemClock, log }),
    signals: createSignals(),
    keyUses: new Map(),
  };
  const firstAdmin = await ensureFirstAdmin(deps, config.admin);
  const background = startBackground(deps);
  const app = createApp(deps).listen({ hostname: config.host, port: config.port });
  console.log(`\n  Topline is at ${config.publicUrl}\n`);
  if (firstAdmin) {
    console.log(`  First administrator: ${firstAdmin.email}`);
    console.log(`  Password, shown this once: ${firstAdmin.password}\n`);
  }

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    await bus.stop();
    // Requests under way finish; nothing new is taken.
    await app.stop();
    await background.stop();
    await connection.close();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
