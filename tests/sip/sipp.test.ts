import { eventually } from '../kit/eventually.ts';
import { freePort } from '../kit/free-port.ts';
import { callFrom, expectPlayed, startCarrier } from './sipp.ts';

const credentials = { username: 'nobody', secret: 'nothing', realm: 'sip.example.com' };

test('a carrier whose port is taken fails with the words of SIPp', async () => {
  const port = await freePort();
  const other = await Bun.udpSocket({ hostname: '127.0.0.1', port });
  await expect(startCarrier('answers', port)).rejects.toThrow(/SIPp ended with [\s\S]*bind/);
  other.close();
  await (await startCarrier('answers', port)).stop();
});

test('a carrier that ends amid a test ends what waits', async () => {
  const carrier = await startCarrier('answers', await freePort());
  const calling = await callFrom({
    ...{ credentials, edgePort: await freePort() },
    script: { end: 'we hang up', afterMs: 1 },
  });
  const begun = Date.now();
  const waiting = Promise.allSettled([eventually('never', async () => false), expectPlayed(calling)]);
  process.kill(carrier.pid, 'SIGKILL');
  for (const wait of await waiting) {
    expect(wait).toMatchObject({ status: 'rejected', reason: new Error('SIPp ended with 137:\n') });
  }
  expect(Date.now() - begun).toBeLessThan(10_000);
  await calling.stop();
  await carrier.stop();
  expect(await eventually('that is over', async () => true)).toBe(true);
});
