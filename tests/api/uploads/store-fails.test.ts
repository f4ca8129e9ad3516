import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appForFile, codeOf, expectProblem, signUp, type TestActor } from '../../kit/index.ts';
import { whileRefused } from '../../kit/while-refused.ts';
import { requestLink, SAMPLES, send, storedFiles, uploadReceipt, type UploadLink } from './uploads.ts';

let person: TestActor;
const app = await appForFile({ background: false });
const works = { ...app.deps.objects };
beforeEach(async () => {
  person = await signUp(app);
});
afterEach(() => Object.assign(app.deps.objects, works));

const png = SAMPLES['image/png'];
const refused = () =>
  Promise.reject(Object.assign(new Error("ENOSPC: no space left, write '/data'"), { code: 'ENOSPC' }));

/** The file is refused with words that tell nothing of the store, nothing is kept, and the link goes on. */
async function expectGoodLink(link: UploadLink, before: readonly string[]): Promise<void> {
  const problem = await expectProblem(await send(link, png), 'unavailable');
  expect(problem.detail).toBe('The file could not be stored. Please try again in a moment');
  expect(await storedFiles(app)).toEqual([...before]);
  expect(await codeOf(await person.as(link.objectPath))).toBe('not_found');
}

test('a store that is full: 503, nothing is kept, and the link takes the file when there is room', async () => {
  const [link, before] = [await requestLink(person), await storedFiles(app)];
  app.deps.objects.put = refused;
  await expectGoodLink(link, before);
  await expectGoodLink(link, before);
  Object.assign(app.deps.objects, works);
  expect((await send(link, png)).status).toBe(200);
  expect((await person.as(link.objectPath)).status).toBe(200);
  expect(await storedFiles(app)).toHaveLength(before.length + 1);
});

test('a data folder that is not a folder: 503, and the link stays valid', async () => {
  await uploadReceipt(person);
  const folder = join(app.deps.config.dataDir, 'objects');
  const aside = `${folder}-aside`;
  await rename(folder, aside);
  await writeFile(folder, 'in the way');
  const link = await requestLink(person);
  try {
    await expectProblem(await send(link, png), 'unavailable');
  } finally {
    await rm(folder);
    await rename(aside, folder);
  }
  expect((await send(link, png)).status).toBe(200);
});

test('an upload that cannot be written down leaves no file and a good link', async () => {
  const [link, before] = [await requestLink(person), await storedFiles(app)];
  const answer = await whileRefused(app, 'update on objects for each row', () => send(link, png));
  expect(await codeOf(answer)).toBe('internal');
  expect(await storedFiles(app)).toEqual(before);
  expect((await send(link, png)).status).toBe(200);
});

test('a row that was written keeps its file, though the answer to that was lost', async () => {
  const link = await requestLink(person);
  // It is as after a connection that was cut: the row names the file, and whoever wrote it sees an error.
  app.deps.objects.put = async (key, bytes) => {
    await works.put(key, bytes);
    await app.deps.sql`
      update objects set storage_key = ${key}, content_type = 'image/png', bytes = ${bytes.length}, stored_at = now()
      where id = ${link.objectPath.replace('/api/objects/', '')}`;
    await app.deps.sql.unsafe(`
      create function lose_answer() returns trigger language plpgsql as $$
      begin raise exception 'connection lost'; end $$;
      create trigger lose_answer before update on objects for each statement execute function lose_answer()`);
  };
  try {
    expect(await codeOf(await send(link, png))).toBe('internal');
  } finally {
    await app.deps.sql.unsafe('drop trigger lose_answer on objects; drop function lose_answer');
  }
  const stored = await person.as(link.objectPath);
  expect(stored.status).toBe(200);
  expect(Buffer.from(await stored.arrayBuffer()).equals(png)).toBe(true);
});

test('a file that the store does not give back just now is a problem of ours, and comes when it does', async () => {
  const path = await uploadReceipt(person);
  app.deps.objects.get = refused;
  expect((await expectProblem(await person.as(path), 'internal')).detail).toBe('Something went wrong on our side');
  Object.assign(app.deps.objects, works);
  expect((await person.as(path)).status).toBe(200);
});
