import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { appForFile, codeOf, funded, setAheadBy, type TestActor } from '../../kit/index.ts';
import { fetchRecordings } from '../../../src/services/voice/recordings/fetch-recordings.ts';
import { provisionNumbers } from '../../../src/services/numbers/provisioning/provision.ts';
import { whileRefused } from '../../kit/while-refused.ts';
import { bought } from '../numbers/numbers.ts';
import { order, pass, passToEnd, readCall, settle } from './calls.ts';
import { DifficultCarrier } from './difficult.ts';
import { announce, lettersOfCalls, onlyReceived, plan, voicemail } from './incoming.ts';

const carrier = new DifficultCarrier();
let person: TestActor;
const app = await appForFile({ background: false, adapters: [carrier.adapter] });
const works = { ...app.deps.objects };
beforeEach(async () => {
  Object.assign(app.deps.objects, works);
  carrier.failingFetches = 0;
  person = await funded(app, '20.00');
});

const files = () => readdir(join(app.deps.config.dataDir, 'objects')).catch((): string[] => []);

async function recorded(): Promise<{ id: string; path: string }> {
  const { id } = await order(person, { recorded: true });
  await passToEnd(app);
  const [recording] = (await readCall(person, id)).recordings;
  return { id, path: `/api/users/${person.id}/voice/${id}/recordings/${recording?.id}` };
}

const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));

test('a carrier that throws is asked again, and until then its owner hears that it is not there yet', async () => {
  carrier.failingFetches = 2;
  const { id, path } = await recorded();
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'processing', bytes: null }]);
  expect(await codeOf(await person.as(path))).toBe('not_allowed_now');
  await pass(app, 1.1);
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'processing' }]);
  await pass(app, 2.1);
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'ready', bytes: 16_044 }]);
  expect((await person.as(path)).status).toBe(200);
});

test('a message that cannot be fetched for half a day is written of as a missed call, once', async () => {
  person = await funded(app, '60.00');
  const { id, number: to } = await bought(person);
  await provisionNumbers(app.deps);
  await plan(person, id, [voicemail], { mailCalls: true });
  carrier.failingFetches = Infinity;
  await announce(app, { to });
  await passToEnd(app);
  const state = async () => (await onlyReceived(person)).recordings[0]?.status;
  expect(await state()).toBe('processing');
  const hours = () => app.clock.now().getTime() / 3_600_000;
  const since = hours();
  while ((await state()) === 'processing') {
    expect(await lettersOfCalls(app, person)).toEqual([]);
    const [due] = await app.deps.sql<{ at: number }[]>`
      select extract(epoch from due_at)::float8 as at from call_recordings where status = 'processing'`;
    await pass(app, Math.max(0.001, (due?.at ?? 0) - app.clock.now().getTime() / 1000));
  }
  expect(await state()).toBe('failed');
  expect(hours() - since).toBeWithin(12, 13);
  expect(await lettersOfCalls(app, person)).toEqual(['call_missed']);
  await pass(app, 86_400);
  expect(await lettersOfCalls(app, person)).toEqual(['call_missed']);
});

test('where the store is full, nothing of it is kept, and it is fetched once there is room', async () => {
  app.deps.objects.put = full;
  const before = await files();
  const { id, path } = await recorded();
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'processing' }]);
  expect(await codeOf(await person.as(path))).toBe('not_allowed_now');
  expect(await files()).toEqual(before);
  Object.assign(app.deps.objects, works);
  await pass(app, 1.1);
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'ready' }]);
  expect(await files()).toHaveLength(before.length + 1);
});

test('where it cannot be written down that it is there, the file does not stay behind', async () => {
  const before = await files();
  const ready = "update on call_recordings for each row when (new.status = 'ready')";
  const { id } = await whileRefused(app, ready, recorded);
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'processing' }]);
  expect(await files()).toEqual(before);
  await pass(app, 1.1);
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'ready' }]);
  expect(await files()).toHaveLength(before.length + 1);
});

test('a row that was written keeps its file, though the answer to that was lost', async () => {
  // It is as after a connection that was cut: the row names the file, and whoever wrote it sees an error.
  app.deps.objects.put = async (key, bytes) => {
    await works.put(key, bytes);
    await app.deps.sql`
      update call_recordings set status = 'ready', storage_key = ${key}, content_type = 'audio/wav',
        bytes = ${bytes.length}, due_at = null
      where ${key}::text like 'recording-' || id || '.%'`;
    await app.deps.sql.unsafe(`
      create function lose_answer() returns trigger language plpgsql as $$
      begin raise exception 'connection lost'; end $$;
      create trigger lose_answer before update on call_recordings for each statement execute function lose_answer()`);
  };
  const { id, path } = await recorded().finally(() =>
    app.deps.sql.unsafe('drop trigger lose_answer on call_recordings; drop function lose_answer'),
  );
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'ready', bytes: 16_044 }]);
  const heard = await person.as(path);
  expect(heard.status).toBe(200);
  expect(await heard.arrayBuffer()).toHaveProperty('byteLength', 16_044);
});

test('the late one of two processes that fetch it keeps nothing and changes nothing', async () => {
  const before = await files();
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  app.deps.objects.put = async (key, bytes) => {
    begun.resolve();
    await gate.promise;
    await works.put(key, bytes);
  };
  const { id } = await order(person, { recorded: true });
  // The first is at it while its claim runs out.
  const first = passToEnd(app);
  await begun.promise;
  Object.assign(app.deps.objects, works);
  app.clock.advance(121_000);
  // Where only PostgreSQL's clock was set ahead, the first has its time all the same.
  await fetchRecordings({ ...app.deps, clock: setAheadBy(121_000, app.clock) });
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'processing' }]);
  await fetchRecordings(app.deps);
  expect((await readCall(person, id)).recordings).toMatchObject([{ status: 'ready' }]);
  const [kept] = await app.deps.sql`select storage_key from call_recordings where call_id = ${id}`;
  gate.resolve();
  await first;
  expect([...(await app.deps.sql`select storage_key from call_recordings where call_id = ${id}`)]).toEqual([
    { storage_key: kept?.storage_key },
  ]);
  expect(await files()).toHaveLength(before.length + 1);
});

test('deleted while the store is away, it is out of reach at once, and out of the store when that is back', async () => {
  const { id, path } = await recorded();
  const before = await files();
  app.deps.objects.delete = () => Promise.reject(new Error('the store is away'));
  expect((await person.as(path, { method: 'DELETE' })).status).toBe(204);
  await settle(app);
  expect(await codeOf(await person.as(path))).toBe('not_found');
  expect((await readCall(person, id)).recordings).toBeEmpty();
  expect(await files()).toEqual(before);
  Object.assign(app.deps.objects, works);
  await pass(app, 1.1);
  expect(await files()).toHaveLength(before.length - 1);
});
