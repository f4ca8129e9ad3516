import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbedded } from '../../db/embedded.ts';

/** A PostgreSQL server for one run of tests, or for several. */
export interface TestServer {
  url: string;
  /** Stops it and removes all it had. */
  stop(): Promise<void>;
}

/** Linux keeps these files in memory. */
const IN_MEMORY = '/dev/shm';
/** More than a whole run has at any one moment: databases of 12 MB each, dropped after their file, and the log. */
const ROOM_BYTES = 3 * 2 ** 30;
const NAME = 'topline-test-';

/**
 * Starts a server on which nothing has to survive: tests that kill a server kill ours, never this one.
 * In memory where there is room. ext4 does not give out again the inode of a file that was just deleted, and looks
 * at all of them for each new file: with the hundreds of files of each database, that took most of the time.
 */
export async function startTestServer(): Promise<TestServer> {
  await removeAbandoned();
  const folder = await mkdtemp(join((await hasRoom()) ? IN_MEMORY : tmpdir(), `${NAME}${process.pid}-`));
  // The account that PostgreSQL runs under must reach it.
  await chmod(folder, 0o755);
  const server = await startEmbedded(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    max_connections: '300',
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      // Below a private folder of temporary files the data lies elsewhere.
      await rm(dirname(server.folder), { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function hasRoom(): Promise<boolean> {
  const found = await statfs(IN_MEMORY).catch(() => null);
  return found !== null && Math.min(found.bavail * found.bsize, freemem()) >= ROOM_BYTES;
}

/** Tests that were killed have left their server running, and what lies in memory takes memory. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(IN_MEMORY).catch(() => [])) {
    const [, owner] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (!owner || isRunning(Number(owner))) continue;
    const folder = join(IN_MEMORY, name);
    const postmaster = await readFile(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(
      () => '',
    );
    if (postmaster && isRunning(Number(postmaster.split('\n')[0])))
      process.kill(Number(postmaster.split('\n')[0]), 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
