import { chown, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { homeFor, reachableBinaries, serverAccount } from '../embedded-files.ts';
import { showProgress } from '../../src/platform/kit/progress.ts';
import { startEmbedded } from '../embedded.ts';
import { megabytesIn } from './files.ts';

/*
 * A base backup of the embedded server, as PostgreSQL's manual describes it ("Making a Base Backup Using the
 * Low Level API"): the files while the server writes to them, and the log of the changes in that time.
 */

/** Every start makes these again. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'server.log', 'backup_label', 'tablespace_map']);
/** Copied as empty folders; the log is copied last. */
const EMPTY = new Set(
  ['wal', 'replslot', 'dynshmem', 'notify', 'serial', 'snapshots', 'stat_tmp', 'subtrans'].map((name) => `pg_${name}`),
);

/** Copies the embedded server's data to `folder` while it serves. */
export async function copyEmbedded(
  dataDir: string,
  { folder, settings }: { folder: string; settings: Record<string, string> },
): Promise<void> {
  const server = await startEmbedded(dataDir, settings);
  // One session for the whole backup: the server cancels a backup whose session ends.
  const sql = postgres(server.url, { max: 1, max_lifetime: null, onnotice: () => {} });
  try {
    // Keeps the log of the whole backup, however long it takes.
    await sql`select pg_create_physical_replication_slot('topline_backup', true, true)`;
    await sql`select pg_backup_start('topline', true)`;
    await copyAll(server.folder, join(folder, 'cluster'), 'Backup');
    const [ended] = await sql<{ label: string; last: string }[]>`
      select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`;
    if (!ended) throw new Error('PostgreSQL did not end the backup');
    await writeFile(join(folder, 'cluster', 'backup_label'), ended.label);
    await copyLog(server.folder, folder, ended);
    await copyFile(join(server.folder, '..', 'password'), join(folder, 'password'));
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}

async function copyAll(from: string, to: string, task: string): Promise<void> {
  const size = (await megabytesIn(from)) - (await megabytesIn(join(from, 'pg_wal')));
  using progress = showProgress(task, size, 'MB');
  await copyFolder(from, to, (bytes) => progress.add(bytes / 1e6));
}

async function copyFolder(from: string, to: string, copied: (bytes: number) => void): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (NOT_COPIED.has(entry.name)) continue;
    if (entry.isDirectory()) {
      if (EMPTY.has(entry.name)) await mkdir(target, { recursive: true, mode: 0o700 });
      else await copyFolder(source, target, copied);
      continue;
    }
    // A table that is dropped meanwhile has no file any more; the log contains that change.
    await copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    copied((await stat(target).catch(() => ({ size: 0 }))).size);
  }
}

/** The files of the log from the backup's beginning to its end: without them it cannot be restored. */
async function copyLog(
  cluster: string,
  folder: string,
  { label, last }: { label: string; last: string },
): Promise<void> {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (!first) throw new Error('the backup does not say where its log begins');
  const names = await readdir(join(cluster, 'pg_wal'));
  const wanted = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!wanted.includes(first) || !wanted.includes(last)) throw new Error('the log of the backup is not whole');
  for (const name of wanted) {
    await copyFile(join(cluster, 'pg_wal', name), join(folder, 'cluster', 'pg_wal', name));
  }
}

/**
 * Puts a copy where the embedded server of a data folder looks for it. The server recovers at its first start.
 * @param byLog whether it goes on by the archived log, and not only to the backup's end
 * @throws if there is a server already
 */
export async function placeEmbedded(folder: string, dataDir: string, { byLog }: { byLog: boolean }): Promise<void> {
  const account = process.getuid?.() === 0 ? await serverAccount() : null;
  await reachableBinaries(account);
  const home = await homeFor(dataDir, account);
  const cluster = join(home, 'cluster');
  if ((await readdir(cluster).catch(() => [])).length > 0) throw new Error(`there is a database in ${home} already`);
  await copyAll(join(folder, 'cluster'), cluster, 'Restore');
  for (const name of await readdir(join(folder, 'cluster', 'pg_wal'))) {
    await copyFile(join(folder, 'cluster', 'pg_wal', name), join(cluster, 'pg_wal', name));
  }
  await writeFile(join(cluster, 'backup_label'), await readFile(join(folder, 'cluster', 'backup_label')));
  await mkdir(join(cluster, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  await mkdir(join(cluster, 'pg_wal', 'summaries'), { recursive: true, mode: 0o700 });
  await writeFile(join(home, 'password'), await readFile(join(folder, 'password')), { mode: 0o600 });
  if (byLog) await writeFile(join(cluster, 'recovery.signal'), '');
  if (account) await own(cluster, account.uid, account.gid);
}

async function own(path: string, uid: number, gid: number): Promise<void> {
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) await own(inside, uid, gid);
    else await chown(inside, uid, gid);
  }
}
