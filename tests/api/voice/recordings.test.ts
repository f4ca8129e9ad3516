import { order, passToEnd, readCall, settle, withCaller } from './calls.ts';

const { app, person } = await withCaller('50.00');

async function recordedCall(): Promise<{ id: string; path: string }> {
  const { id } = await order(person, { recorded: true });
  await passToEnd(app);
  const call = await readCall(person, id);
  expect(call.recordings).toMatchObject([{ status: 'ready', duration: 90, contentType: 'audio/wav', bytes: 16_044 }]);
  return { id, path: `/api/users/${person.id}/voice/${id}/recordings/${call.recordings[0]?.id}` };
}

test('a recording is fetched from the carrier and played to its owner', async () => {
  const { id, path } = await recordedCall();
  const whole = await person.withCookie(path);
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-type')).toBe('audio/wav');
  expect(whole.headers.get('content-disposition')).toBe(`inline; filename="call-${id}.wav"`);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('RIFF');
  expect(bytes).toHaveLength(16_044);
  expect((await person.as(`${path}?download=1`)).headers.get('content-disposition')).toStartWith('attachment');

  const part = await person.as(path, { headers: { range: 'bytes=4-7' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 4-7/16044']);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(4, 8));
  const tail = await person.as(path, { headers: { range: 'bytes=-10' } });
  expect(tail.headers.get('content-range')).toBe('bytes 16034-16043/16044');
  expect((await person.as(path, { headers: { range: 'bytes=99999-' } })).status).toBe(416);
});

test('a deleted recording is gone from the list, the store and the carrier', async () => {
  const { id, path } = await recordedCall();
  const [{ storage_key: key } = { storage_key: '' }] = await app.deps.sql<{ storage_key: string }[]>`
    select storage_key from call_recordings where call_id = ${id}`;
  expect(await app.deps.objects.get(key)).not.toBeNull();
  expect((await person.as(path, { method: 'DELETE' })).status).toBe(204);
  expect((await person.as(path)).status).toBe(404);
  expect((await person.as(path, { method: 'DELETE' })).status).toBe(404);
  expect((await readCall(person, id)).recordings).toBeEmpty();
  await settle(app);
  expect(await app.deps.objects.get(key)).toBeNull();
  const [{ record } = { record: true }] = await app.deps.sql<{ record: boolean }[]>`
    select record from sandbox_calls where reference = ${id}`;
  expect(record).toBe(false);
});
