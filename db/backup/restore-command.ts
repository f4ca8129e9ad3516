import { join, resolve } from 'node:path';
import { readDatabaseConfig } from '../../src/platform/config.ts';
import { connect } from '../client.ts';
import { startEmbedded } from '../embedded.ts';
import { migrate } from '../migrate.ts';
import { settleRestored } from './after-restore.ts';
import { requireTool, restoreFrom } from './dump.ts';
import { placeEmbedded } from './embedded-copy.ts';
import { copyKept, readManifest } from './files.ts';

/** `bun run restore <folder>`: puts a backup into an empty place, ready to be served. */
async function main(): Promise<void> {
  const [given] = process.argv.slice(2);
  if (!given) throw new Error('usage: bun run restore <folder>');
  const folder = resolve(given);
  const { databaseUrl, dataDir } = readDatabaseConfig(process.env);
  const { kind, startedAt } = await readManifest(folder);
  if (kind === 'dump' && !databaseUrl) throw new Error('this backup is restored into a DATABASE_URL');
  if (kind === 'embedded' && databaseUrl) throw new Error('this backup is restored without a DATABASE_URL');
  if (databaseUrl) await requireTool('pg_restore', databaseUrl);
  if (databaseUrl) await restoreFrom(join(folder, 'database.dump'), databaseUrl);
  else await placeEmbedded(folder, dataDir);
  await copyKept(join(folder, 'data'), dataDir);
  const embedded = databaseUrl ? null : await startEmbedded(dataDir);
  const url = databaseUrl ?? embedded?.url ?? '';
  await migrate(url);
  const connection = connect(url, { connections: 1 });
  try {
    await settleRestored(connection.sql);
  } finally {
    await connection.close();
    await embedded?.stop();
  }
  console.log(`What was there at ${startedAt} is restored. It can be started.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
