import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Sql } from 'postgres';
import { readDatabaseConfig } from '../../src/platform/config.ts';
import { whenCancelled } from '../../src/platform/kit/progress.ts';
import { connect } from '../client.ts';
import { startEmbedded } from '../embedded.ts';
import { migrate } from '../migrate.ts';
import { requireTool, restoreFrom } from './dump.ts';
import { placeEmbedded } from './embedded-copy.ts';
import { copyKept, type Manifest, readManifest } from './files.ts';
import { recoverySettings } from './log-archive.ts';

/**
 * `bun run restore <folder> [moment]`: puts a backup into an empty place, ready to be served. With a moment, the embedded
 * database goes on from the backup to it, by the log in `BACKUP_LOG_DIR`.
 */
async function main(): Promise<void> {
  const [given, moment] = process.argv.slice(2);
  if (!given) throw new Error('usage: bun run restore <folder> [moment]');
  const folder = resolve(given);
  const { databaseUrl, dataDir, backupLogDir } = readDatabaseConfig(process.env);
  const { kind, startedAt } = await readManifest(folder);
  if (kind === 'dump' && !databaseUrl) throw new Error('this backup is restored into a DATABASE_URL');
  if (kind === 'embedded' && databaseUrl) throw new Error('this backup is restored without a DATABASE_URL');
  const until = moment === undefined ? null : momentOf(moment, { kind, startedAt });
  if (until && !backupLogDir) throw new Error('BACKUP_LOG_DIR has to name the folder of the log');
  if (databaseUrl) await requireTool('pg_restore', databaseUrl);
  whenCancelled(
    `What was restored by then is not whole: the database and ${dataDir} have to be empty for another try.`,
  );
  if (databaseUrl) await restoreFrom(join(folder, 'database.dump'), databaseUrl);
  else await placeEmbedded(folder, dataDir, { byLog: until !== null });
  await copyKept(join(folder, 'data'), dataDir);
  const recovery = until && backupLogDir ? recoverySettings(backupLogDir, until) : {};
  const embedded = databaseUrl
    ? null
    : await startEmbedded(dataDir, recovery).catch((cause: unknown) => {
        if (!until) throw cause;
        const words = `the log in ${backupLogDir} does not lead from this backup to ${until.toISOString()}`;
        throw new Error(`${words}: empty ${dataDir}, and try an earlier moment`, { cause });
      });
  const url = databaseUrl ?? embedded?.url ?? '';
  await migrate(url);
  const connection = connect(url, { connections: 1 });
  try {
    await settleRestored(connection.sql);
  } finally {
    await connection.close();
    await embedded?.stop();
  }
  console.log(`What was there at ${until?.toISOString() ?? startedAt} is restored. It can be started.`);
}

/** @throws if the moment cannot be reached from this backup */
function momentOf(text: string, { kind, startedAt }: Manifest): Date {
  const moment = z.iso.datetime({ offset: true }).safeParse(text);
  if (!moment.success) throw new Error('the moment has to be like 2027-01-31T09:30:00Z');
  if (kind !== 'embedded') throw new Error('a dump is restored as it is: only the embedded database has a log');
  const until = new Date(moment.data);
  if (until < new Date(startedAt)) throw new Error(`the backup is of a later time, ${startedAt}`);
  return until;
}

/** More than the number of events between the backup and the loss of the database. */
const POSITIONS_AHEAD = 1_000_000_000;

/**
 * Prepares a restored database before it is served, because the lost database continued after the backup.
 * Everything that waited to be sent may have been sent since, so nothing is sent again on a guess: - messages
 * and calls that were due are asked about at their carriers, as after a crash; - waiting mails and webhook
 * deliveries are given up; customers can replay the deliveries; - events get positions above any that a
 * stream can have seen, so that no stream skips them.
 */
async function settleRestored(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      update sms_recipients set status = 'sending', attempts = attempts + 1,
        claimed_until = now() - interval '1 second',
        provider = coalesce(provider, (select active from provider_state))
      where status = 'queued' and due_at <= now()`;
    await tx`update voice_calls set status = 'dialing', due_at = now(),
        provider = coalesce(provider, (select active from provider_state))
      where status = 'queued' and ended_at is null`;
    await tx`update webhook_deliveries set status = 'failed' where status = 'pending'`;
    await tx`update mails set status = 'failed' where status = 'pending'`;
    // Events that were read before the restore had lower positions than the new ones get.
    await tx`select place_events(1000000000)`;
    await tx`update event_frontier set position = position + ${POSITIONS_AHEAD}`;
  });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
