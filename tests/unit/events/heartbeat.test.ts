import { expect, spyOn, test } from 'bun:test';
import postgres from 'postgres';
import { openStream } from '../../../src/platform/events/stream.ts';
import { systemClock } from '../../kit/clock.ts';

test('a stream on which nothing happens says every 15 s that the server is alive', async () => {
  using timers = spyOn(globalThis, 'setInterval');
  const bus = { subscribe: () => Promise.resolve(7), unsubscribe: () => {} };
  const reader = { userId: 'somebody', isAdmin: false, duty: null, credentialId: 'a session', lastEventId: null };
  const stream = await openStream({ bus, sql: postgres({ max: 1 }), clock: systemClock }, reader);
  const frames = stream.getReader();
  const next = async () => new TextDecoder().decode((await frames.read()).value);
  expect(await next()).toBe('id: 7\n\n');
  const [beat] = timers.mock.calls.find(([, every]) => every === 15_000) ?? [];
  if (!beat) throw new Error('nothing is done every 15 s');
  for (let time = 1; time <= 2; time++) {
    beat();
    expect(await next()).toBe('event: heartbeat\ndata: {}\n\n');
  }
  await frames.cancel();
});
