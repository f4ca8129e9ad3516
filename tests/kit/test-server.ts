import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbedded } from '../../db/embedded.ts';
import { isRunning } from './own-folder.ts';

/** A PostgreSQL server for one or several test runs. */
export interface TestServer {
  url: string;
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
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      // If the folder for temporary files is private, the data is elsewhere.
      await rm(dirname(server.folder), { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
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
