import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../../src/config.ts';
import { diskStore, openObjectStore, s3Store, type ObjectStore } from '../../../src/edge/uploads/object-store.ts';

const bytes = new Uint8Array([1, 2, 3, 255]);

/** Keeps what it is sent by path, as a bucket does, and notes who signed. */
const kept = new Map<string, Uint8Array<ArrayBuffer>>();
const signatures: (string | null)[] = [];
const bucket = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    signatures.push(request.headers.get('authorization'));
    if (request.method === 'PUT') kept.set(pathname, new Uint8Array(await request.arrayBuffer()));
    if (request.method === 'DELETE') kept.delete(pathname);
    if (request.method !== 'GET') return new Response(null, { status: 200 });
    const file = kept.get(pathname);
    if (file) return new Response(file);
    const missing = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>';
    return new Response(missing, { status: 404, headers: { 'content-type': 'application/xml' } });
  },
});
const s3 = {
  endpoint: `http://127.0.0.1:${bucket.port}`,
  bucket: 'receipts',
  accessKeyId: 'an-access-key',
  secretAccessKey: 'a-secret',
};
const folder = await mkdtemp(join(tmpdir(), 'topline-objects-'));
afterAll(async () => {
  await bucket.stop(true);
  await rm(folder, { recursive: true, force: true });
});

describe.each<[string, () => ObjectStore]>([
  ['disk', () => diskStore(join(folder, 'objects'))],
  ['S3', () => s3Store(s3)],
])('%s', (_name, open) => {
  test('gives back what was put, and nothing after it was deleted', async () => {
    const store = open();
    expect(await store.get('a-key')).toBeNull();
    await store.put('a-key', bytes);
    expect(await store.get('a-key')).toEqual(bytes);
    await store.delete('a-key');
    expect(await store.get('a-key')).toBeNull();
  });
});

test('S3 gets signed requests for the bucket', async () => {
  await s3Store(s3).put('signed', bytes);
  expect([...kept.keys()]).toEqual(['/receipts/signed']);
  expect(signatures.at(-1)).toContain('an-access-key');
});

test('a file that cannot be written leaves no half of it', async () => {
  const place = join(folder, 'half');
  const store = diskStore(place);
  await store.put('first', bytes);
  expect(await store.put('missing/folder', bytes).catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect(await readdir(place)).toEqual(['first']);
});

test('the settings choose, all four of them or none', async () => {
  const settings = {
    DATA_DIR: join(folder, 'data'),
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  await openObjectStore(readConfig(settings)).put('chosen', bytes);
  expect(kept.has('/receipts/chosen')).toBe(true);
  expect(
    readConfig({ ...settings, S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }).s3,
  ).toBeNull();
  expect(() => readConfig({ ...settings, S3_BUCKET: '' })).toThrow(ConfigError);
});
