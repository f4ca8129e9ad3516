import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAccount } from '../../db/embedded-files.ts';
import { enter, guard, run } from '../../db/embedded-process.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of the system, with its tools; the embedded one has no such tools. */
export interface SystemPostgres {
  /** The `postgres` database of a new cluster. */
  url: string;
  /** Restarts it at once, as after a crash. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAMS = '/usr/lib/postgresql';

/** Starts Debian's PostgreSQL on a new cluster. @throws if it is not installed */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const [version] = (await readdir(PROGRAMS).catch(() => [])).toSorted().toReversed();
  if (!version) throw new Error('the package postgresql is not installed: apt-get install postgresql');
  const bin = join(PROGRAMS, version, 'bin');
  const account = process.getuid?.() === 0 ? await serverAccount() : null;
  const folder = await mkdtemp(join(tmpdir(), 'topline-system-'));
  await chmod(folder, 0o755);
  if (account) await chown(folder, account.uid, account.gid);
  const cluster = join(folder, 'cluster');
  const port = await freePort();
  const initial = [`--pgdata=${cluster}`, '--username=postgres', '--auth=trust', '--encoding=UTF8'];
  await run(account, folder, [join(bin, 'initdb'), ...initial, '--locale=C', '--no-sync']);
  const flags = `-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c port=${port} -c fsync=off`;
  const control = (...args: string[]) => run(account, folder, [join(bin, 'pg_ctl'), ...args]);
  const started = ['start', '-w', '-D', cluster, '-l', join(folder, 'server.log'), '-o', flags];
  await control(...started);
  // Tests that are killed, or whose set-up fails, do not stop it.
  await enter(folder);
  await guard(folder);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await control('stop', '-w', '-m', 'immediate', '-D', cluster);
      await control(...started);
    },
    stop: async () => {
      await control('stop', '-w', '-m', 'immediate', '-D', cluster);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
