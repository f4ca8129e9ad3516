import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HEARD } from './baresip.ts';

/** Where what is heard lies while a second call runs, which then is not written. */
export const PUT_AWAY = 'heard-by-caller-line';
/** The header of the files that baresip writes. */
export const WAV_HEADER_BYTES = 44;

/** The files of what was heard and said so far in a slot. @param folder of the slot */
export async function filesOf(folder: string): Promise<string[]> {
  const lists = await Promise.all(
    [HEARD, PUT_AWAY].map(async (name) => {
      const names = await readdir(join(folder, name)).catch(() => []);
      return names.map((file) => join(folder, name, file));
    }),
  );
  return lists.flat().sort();
}

/** The file of what the caller says; null where there is none. */
export const heardFile = async (folder: string): Promise<string | null> =>
  (await filesOf(folder)).find((path) => path.endsWith('-dec.wav')) ?? null;

/** The samples of what the caller said from one byte of that file to another one, or to its end. */
export async function samplesHeard(folder: string, from: number, to?: number): Promise<Int16Array> {
  const path = await heardFile(folder);
  const bytes = path === null ? new ArrayBuffer() : await Bun.file(path).slice(from, to).arrayBuffer();
  return new Int16Array(bytes, 0, Math.floor(bytes.byteLength / 2));
}
