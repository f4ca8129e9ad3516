import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const OWNED = /^topline-of-(\d+)-/;

/**
 * Has this process, and what it starts, make temporary files in a folder of its own, which goes with it. A process that is
 * killed removes nothing: the folders of such are removed here.
 */
export function takeOwnFolder(): void {
  const among = tmpdir();
  if (OWNED.test(basename(among))) return;
  for (const name of readdirSync(among)) {
    const owner = Number(OWNED.exec(name)?.[1] ?? 0);
    if (owner > 0 && !isRunning(owner)) remove(join(among, name));
  }
  const own = mkdtempSync(join(among, `topline-of-${process.pid}-`));
  // PostgreSQL runs under an account of its own.
  chmodSync(own, 0o755);
  process.env.TMPDIR = own;
  process.once('exit', () => remove(own));
}

/** Another account's, or one in which something is just being written, is left to the next process. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
