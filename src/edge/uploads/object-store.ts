import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Where files are kept. A key is written once and names a whole file or none. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Nothing happens where there is no such file. */
  delete(key: string): Promise<void>;
}

/** S3 where it is configured, else the data folder. */
export const openObjectStore = (config: Config): ObjectStore =>
  config.s3 ? s3Store(config.s3) : diskStore(join(config.dataDir, 'objects'));

/** Files in one folder. A file gets its name when it is complete. */
export function diskStore(folder: string): ObjectStore {
  return {
    put: async (key, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = join(folder, `${key}.part`);
      try {
        await writeFile(part, bytes, { mode: 0o600, flush: true });
        await rename(part, join(folder, key));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: async (key) => {
      try {
        return new Uint8Array(await readFile(join(folder, key)));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: (key) => rm(join(folder, key), { force: true }),
  };
}

/** A bucket of any service that speaks S3. */
export function s3Store(settings: NonNullable<Config['s3']>): ObjectStore {
  const bucket = new Bun.S3Client(settings);
  return {
    put: async (key, bytes) => {
      await bucket.write(key, bytes);
    },
    get: async (key) => {
      try {
        return await bucket.file(key).bytes();
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'NoSuchKey') return null;
        throw error;
      }
    },
    delete: (key) => bucket.delete(key),
  };
}
