import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { ensureFirstAdmin } from './callers/registration/first-admin.ts';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { ConfigError, readConfig } from './config.ts';
import { openDeps } from './deps.ts';

/** The only place with side effects: settings, database, listening, and a graceful stop. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(databaseUrl);
  const { deps, close } = await openDeps(config, databaseUrl);
  const firstAdmin = await ensureFirstAdmin(deps, config.admin);
  const background = startBackground(deps);
  const app = createApp(deps).listen({ hostname: config.host, port: config.port });
  console.log(`\n  Topline is at ${config.publicUrl}\n`);
  if (firstAdmin) {
    console.log(`  First administrator: ${firstAdmin.email}`);
    console.log(`  Password, shown this once: ${firstAdmin.password}\n`);
  }

  const stop = async (signal: string) => {
    deps.log.info({ signal }, 'stopping');
    await deps.bus.stop();
    // Requests under way finish; nothing new is taken.
    await app.stop();
    await background.stop();
    await close();
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
