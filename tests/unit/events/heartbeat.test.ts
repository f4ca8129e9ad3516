import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import postgres from 'postgres';
import { systemClock } from '../../kit/clock.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a stream on which nothing happens says every 15 s that the server is alive', async () => {
  // Its timer is started when the module is loaded.
  const { openStream } = await import('../../../src/platform/events/stream.ts');
  const bus = { subscribe: () => Promise.resolve(7), unsubscribe: () => {} };
  const reader = { userId: 'somebody', isAdmin: false, credentialId: 'a session', lastEventId: null };
  const stream = await openStream({ bus, sql: postgres({ max: 1 }), clock: systemClock }, reader);
  const frames = stream.getReader();
  const next = async () => new TextDecoder().decode((await frames.read()).value);
  expect(await next()).toBe('id: 7\n\n');
  for (let beat = 1; beat <= 2; beat++) {
    const frame = next();
    jest.advanceTimersByTime(14_999);
    expect(await Promise.race([frame, Promise.resolve('nothing yet')])).toBe('nothing yet');
    jest.advanceTimersByTime(1);
    expect(await frame).toBe('event: heartbeat\ndata: {}\n\n');
  }
  await frames.cancel();
});
