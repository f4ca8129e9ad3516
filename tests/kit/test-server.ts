import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbedded } from '../../db/embedded.ts';
import { isRunning } from './own-folder.ts';

/** A PostgreSQL server for one or several test runs. */
export interface TestServer {
  url: string;
  /** Its processes' time on a processor so far, in seconds: what they have used themselves, and those that have ended. */
  work(): Promise<number>;
  stop(): Promise<void>;
}

/** Linux keeps these files in memory. */
const IN_MEMORY = '/dev/shm';
/** More than a run needs at any time: databases of 12 MB each, dropped after their test file, and the log. */
const ROOM_BYTES = 3 * 2 ** 30;
const NAME = 'topline-test-';

/**
 * Starts a server whose data need not survive a crash: tests that kill a server use another one. The data is in memory
 * if there is room. On disk, ext4 does not reuse inodes of files that were just deleted, and searches all of them for
 * each new file: with hundreds of files in each database, that took most of the time.
 */
export async function startTestServer(): Promise<TestServer> {
  await removeAbandoned();
  const folder = await mkdtemp(join((await hasRoom()) ? IN_MEMORY : tmpdir(), `${NAME}${process.pid}-`));
  // The account under which PostgreSQL runs must be able to reach it.
  await chmod(folder, 0o755);
  // Tests open thousands of connections, and checking a password costs more than the rest of opening one.
  const access = join(folder, 'access.conf');
  await writeFile(access, 'host all all 127.0.0.1/32 trust\n');
  const server = await startEmbedded(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    max_connections: '300',
    hba_file: access,
    // Of the server's time in the tests, 45 % was planning: a statement is planned once a connection, not five times.
    plan_cache_mode: 'force_generic_plan',
    // A database that is dropped is looked for in all of them.
    shared_buffers: '64MB',
    // Hundreds of databases, each there for seconds.
    autovacuum: 'off',
    update_process_title: 'off',
  });
  return {
    url: server.url,
    work: () => workOf(server.folder),
    stop: async () => {
      await server.stop();
      // If the folder for temporary files is private, the data is elsewhere.
      await rm(dirname(server.folder), { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Linux counts in hundredths of a second; elsewhere there is no such file, and nothing is counted. */
async function workOf(cluster: string): Promise<number> {
  const [server = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return workOfProcess(server);
}

/** The processor time of a process, its children and those of them that have ended, in seconds. */
export async function workOfProcess(server: number | string): Promise<number> {
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8').catch(() => '');
  const spent = [server, ...children.split(' ').filter(Boolean)].map(async (id) => {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    // proc(5): after the name come user and system time as fields 12 and 13, and those of its ended children.
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0);
  });
  return (await Promise.all(spent)).reduce((sum, ticks) => sum + ticks, 0) / 100;
}

async function hasRoom(): Promise<boolean> {
  const found = await statfs(IN_MEMORY).catch(() => null);
  return found !== null && Math.min(found.bavail * found.bsize, freemem()) >= ROOM_BYTES;
}

/** Killed tests leave their server running, and its data takes memory. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(IN_MEMORY).catch(() => [])) {
    const [, owner] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (!owner || isRunning(Number(owner))) continue;
    const folder = join(IN_MEMORY, name);
    const postmaster = await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
    if (postmaster && isRunning(Number(postmaster.split('\n')[0])))
      process.kill(Number(postmaster.split('\n')[0]), 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  }
}
