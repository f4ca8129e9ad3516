import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What a backup keeps of the data folder beside the database: receipts, recordings and the secret. */
const KEPT = ['objects', 'session-secret'];

const manifest = z.object({ kind: z.enum(['embedded', 'dump']), startedAt: z.iso.datetime() });

/** What a backup says of itself. */
export type Manifest = z.infer<typeof manifest>;

const MANIFEST = 'backup.json';

/** Makes the folder of a backup. @throws where something is in it */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
}

export const writeManifest = (folder: string, says: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), JSON.stringify(says, null, 2));

/** @throws where the folder holds no whole backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} holds no whole backup`);
  });
  return manifest.parse(JSON.parse(text));
}

/** Copies what is there of the kept files from one data folder to another. */
export async function copyKept(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of KEPT) {
    const there = await stat(join(from, name)).catch(() => null);
    if (there)
      await cp(join(from, name), join(to, name), { recursive: true, errorOnExist: true, force: false });
  }
}
