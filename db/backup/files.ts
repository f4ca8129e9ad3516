import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { showProgress } from '../../src/platform/kit/progress.ts';

/**
 * The files of the data folder that a backup keeps besides the database: receipts, recordings and the secret.
 */
const KEPT = ['objects', 'session-secret'];

const manifest = z.object({ kind: z.enum(['embedded', 'dump']), startedAt: z.iso.datetime() });

/** The description of a backup. */
export type Manifest = z.infer<typeof manifest>;

const MANIFEST = 'backup.json';

/**
 * Makes the folder of a backup.
 * @throws if it is not empty
 */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
}

export const writeManifest = (folder: string, says: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), JSON.stringify(says, null, 2));

/** @throws if the folder does not contain a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} holds no whole backup`);
  });
  return manifest.parse(JSON.parse(text));
}

/** How many megabytes of files there are in a folder. A file that goes meanwhile counts as nothing. */
export async function megabytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  }
  return bytes / 1e6;
}

/** Copies the kept files that exist from one data folder to another. */
export async function copyKept(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  using progress = showProgress('Files', await megabytesIn(join(from, 'objects')), 'MB');
  const filter = async (file: string) => {
    const found = await stat(file);
    if (found.isFile()) progress.add(found.size / 1e6);
    return true;
  };
  for (const name of KEPT) {
    const there = await stat(join(from, name)).catch(() => null);
    if (there)
      await cp(join(from, name), join(to, name), { recursive: true, errorOnExist: true, force: false, filter });
  }
}
