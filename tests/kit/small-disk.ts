import { open, mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate disk that a test can fill. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk completely. */
  fill(): Promise<void>;
  /** Deletes the files that `fill` wrote. */
  free(): Promise<void>;
  /** Removes the disk; nothing may use it any more. */
  unmount(): Promise<void>;
}

/** Mounts a disk in memory; only root may do that. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'topline-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  await chmod(folder, 0o755);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => fill(filler),
    free: () => rm(filler, { force: true }),
    unmount: async () => {
      run('umount', folder);
      await rm(folder, { recursive: true });
    },
  };
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString().trim()}`);
}

/** First in large pieces, then what is left in small ones. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (const bytes of [1024 * 1024, 4096]) await writeUntilFull(file, new Uint8Array(bytes));
  } finally {
    await file.close();
  }
}

async function writeUntilFull(file: { write(piece: Uint8Array): Promise<unknown> }, piece: Uint8Array): Promise<void> {
  try {
    for (;;) await file.write(piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
