import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readDatabaseConfig } from '../../src/platform/config.ts';
import { whenCancelled } from '../../src/platform/kit/progress.ts';
import { dumpTo, requireTool } from './dump.ts';
import { copyEmbedded } from './embedded-copy.ts';
import { archiveSettings } from './log-archive.ts';
import { copyKept, makeFolder, writeManifest } from './files.ts';

/**
 * `bun run backup <folder>`: writes everything into a new folder while the program serves. The database is
 * copied first, so that the files which it names exist when they are copied. The file that is written last
 * marks the backup as complete.
 */
async function main(): Promise<void> {
  const [given] = process.argv.slice(2);
  if (!given) throw new Error('usage: bun run backup <folder>');
  const folder = resolve(given);
  const { databaseUrl, dataDir, backupLogDir } = readDatabaseConfig(process.env);
  const startedAt = new Date().toISOString();
  if (databaseUrl) await requireTool('pg_dump', databaseUrl);
  await makeFolder(folder);
  whenCancelled(`${folder} is no whole backup: it can be deleted.`);
  await mkdir(join(folder, 'data'));
  if (databaseUrl) await dumpTo(databaseUrl, join(folder, 'database.dump'));
  else await copyEmbedded(dataDir, { folder, settings: await archiveSettings(backupLogDir) });
  await copyKept(dataDir, join(folder, 'data'));
  await writeManifest(folder, { kind: databaseUrl ? 'dump' : 'embedded', startedAt });
  console.log(`Everything up to ${startedAt} is in ${folder}.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
