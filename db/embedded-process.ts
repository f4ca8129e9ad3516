import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs programs, and counts the processes of ours that share one server. */

export interface Account {
  uid: number;
  gid: number;
}

/**
 * Bytes that a process of PostgreSQL keeps when it frees memory. By default glibc gives the memory of each planned statement
 * back to the system, page by page, and takes it again: planning a long one took 10 to 20 ms in place of 3 to 4.
 */
const MALLOC = { MALLOC_TRIM_THRESHOLD_: '33554432', MALLOC_MMAP_THRESHOLD_: '16777216' };

/**
 * Runs a program until it ends.
 * @param hear is given what it says, as it says it
 * @returns all that it said
 * @throws with its output if it fails
 */
export async function run(
  account: Account | null,
  folder: string,
  [command, ...args]: [string, ...string[]],
  hear?: (words: string) => void,
): Promise<string> {
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk;
    hear?.(String(chunk));
  };
  const code = await new Promise<number | null>((done, failed) => {
    const child = spawn(command, args, {
      ...(account ?? {}),
      cwd: folder,
      env: { ...process.env, ...MALLOC },
      // The server must not keep our output pipe open: waiting for the pipe's end would never finish.
      stdio: ['ignore', args[0] === 'start' ? 'ignore' : 'pipe', 'pipe'],
    });
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', failed);
    child.once('exit', done);
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output.trim()}`);
  return output;
}

/**
 * A process holds this lock while it creates, starts or stops the server. Another process takes the lock over
 * if its holder has died.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  const mine = `${file}.${process.pid}`;
  await writeFile(mine, String(process.pid));
  for (;;) {
    try {
      // Linked when it is complete, so that nobody reads a lock without its holder.
      await link(mine, file);
      await rm(mine);
      return () => rm(file, { force: true });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      if (!isAlive(file)) await rm(file, { force: true });
      else await Bun.sleep(50);
    }
  }
}

/**
 * Counts this process among the server's users.
 * @returns a function that removes it again and says whether it was the last one
 */
export async function enter(home: string): Promise<() => Promise<boolean>> {
  const folder = join(home, 'processes');
  const file = join(folder, String(process.pid));
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${process.pid}\n`);
  return async () => {
    await rm(file, { force: true });
    // The file of a process that was killed does not count.
    return !(await readdir(folder)).some((name) => isAlive(join(folder, name)));
  };
}

/**
 * Looks every few seconds whether a process of ours still lives, and ends PostgreSQL when none does: by SIGINT, its fast
 * shutdown, or at once where its folder was deleted. A shell, because it outlives us and costs nothing.
 */
const GUARD = `how=INT
find_server() {
  if [ -d "$1/cluster" ]; then
    server=
    read -r server < "$1/cluster/postmaster.pid"
  else
    how=QUIT
  fi
}
find_server "$1"
while sleep 5; do
  find_server "$1"
  for file in "$1"/processes/*; do
    read -r user < "$file" || continue
    kill -0 "$user" 2>/dev/null && ! grep -qs ') Z' "/proc/$user/stat" && continue 2
  done
  [ "$server" ] && kill -$how "$server"
  exit
done`;

/**
 * Has PostgreSQL ended soon after the last of us is killed: a process that is killed ends nothing itself. One guard serves
 * all of us. Windows has no such shell; there the server is found again at the next start.
 */
export async function guard(home: string): Promise<void> {
  const file = join(home, 'guard.pid');
  if (process.platform === 'win32' || isAlive(file)) return;
  // A group of its own: what ends our group does not end it.
  const child = spawn('/bin/sh', ['-c', GUARD, 'guard', home], { detached: true, stdio: 'ignore' });
  child.once('error', () => {});
  child.unref();
  if (child.pid) await writeFile(file, `${child.pid}\n`);
}

/**
 * A small file's text, or none. Read at once: the server is looked for twice a second, and waiting for a file costs an
 * idle process many times what reading it does.
 */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Tells whether the process whose id a file holds still runs. */
export function isAlive(pidFile: string): boolean {
  const pid = Number(readIfThere(pidFile).split('\n')[0]);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return hasCode(error, 'EPERM') && !isZombie(pid);
  }
}

/** Tells whether the operating system refused with this code. */
const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Tells whether a process has ended without its parent reading its status (a zombie). In a container without
 * an init process these stay.
 */
function isZombie(pid: number): boolean {
  const status = readIfThere(`/proc/${pid}/stat`);
  // The name before it is in brackets, and may itself contain brackets and spaces.
  return status
    .slice(status.lastIndexOf(')') + 1)
    .trimStart()
    .startsWith('Z');
}

/** Higher than the id of any process. */
const NO_PROCESS = 99_999_999;

/**
 * PostgreSQL takes a zombie for a running server, and refuses to start beside it. The rest of its file stays,
 * because PostgreSQL uses it to find out whether the dead server's workers have ended too.
 */
export async function disownZombie(pidFile: string): Promise<void> {
  const text = readIfThere(pidFile);
  const pid = Number(text.split('\n')[0]);
  if (pid && isZombie(pid)) await writeFile(pidFile, text.replace(/^\d+/, String(NO_PROCESS)));
}
