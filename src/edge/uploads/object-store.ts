import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** The store of files. A key is written once, and names a complete file or none. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>;
}

/** S3 if it is configured, otherwise the data folder. */
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

/** A bucket of any service with the S3 protocol. */
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
