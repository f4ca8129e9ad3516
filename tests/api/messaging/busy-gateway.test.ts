import { readActive } from '../../../src/carriers/registry.ts';
import { balanceOf, expectSoundBooks, funded, quickSandboxes, RunningClock, sendingBy } from '../../kit/index.ts';
import { startTestApp, type TestApp, BUSY_MS, eventually, readMessage, send, newNumbers } from '../../kit/index.ts';

/**
 * A gateway that takes a sixth of its configured rate, as one that takes 5 a second at 30 allowed. It is told at ten times
 * the speed, and with fewer recipients: `BUSY_RECIPIENTS` and `BUSY_PER_SECOND` play it at length. 1,500 at 50 a second
 * were 1,698 submits in 37 s.
 */
const RECIPIENTS = Number(process.env.BUSY_RECIPIENTS ?? 300);
const PER_SECOND = Number(process.env.BUSY_PER_SECOND ?? 50);
let app: TestApp;
afterEach(() => app.stop());

test('a gateway that says it is busy is given a little more than it takes, and no message fails', async () => {
  const gateway = { submits: 0, taken: 0, second: 0, ofSecond: 0 };
  const [quick, backup] = quickSandboxes({ perSecond: 6 * PER_SECOND });
  const busy = sendingBy(quick, async (sms, own) => {
    gateway.submits++;
    const second = Math.floor(performance.now() / 1000);
    if (second !== gateway.second) Object.assign(gateway, { second, ofSecond: 0 });
    if (++gateway.ofSecond <= PER_SECOND) {
      gateway.taken++;
      return own(sms);
    }
    const words = { code: 'ESME_RTHROTTLED', customerWords: 'The carrier is busy' };
    return { kind: 'refused', retry: 'later', blame: 'throttled', ...words };
  });
  app = await startTestApp({ adapters: [busy, backup], clock: new RunningClock() });
  const person = await funded(app, '50.00');
  const { id } = await send(person, newNumbers(RECIPIENTS));
  const begun = performance.now();
  const message = await eventually('all have arrived', (RECIPIENTS / PER_SECOND) * 3000 + BUSY_MS, async () => {
    const read = await readMessage(person, id);
    return read.counts.queued + read.counts.sent === 0 && read;
  });
  if (process.env.BUSY_RECIPIENTS) console.log(gateway, performance.now() - begun);
  expect(message.counts).toMatchObject({ delivered: RECIPIENTS, failed: 0, unknown: 0 });
  // Nothing was sent twice. Most refused submits are of the first second; without slowing down each message is refused twice.
  expect(gateway.taken).toBe(RECIPIENTS);
  expect(gateway.submits).toBeLessThan(2.3 * RECIPIENTS);
  expect(await readActive(app.deps)).toBe('sandbox');
  expect(await balanceOf(person)).toBe((50 - 0.03 * RECIPIENTS).toFixed(2));
  await expectSoundBooks(app);
}, 900_000);
