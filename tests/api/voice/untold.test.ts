import { expect, test } from 'bun:test';
import { appForFile, expectProblem, funded, quickSandboxes } from '../../kit/index.ts';
import { order, PACE, readCall, settle } from './calls.ts';
import { sendSandboxNews } from './news.ts';

let isAway = false;
const adapters = quickSandboxes({ calls: PACE }).map((adapter) => ({
  ...adapter,
  open: (...host: Parameters<typeof adapter.open>) => {
    const carrier = adapter.open(...host);
    const conduct = carrier.voice?.conduct?.bind(carrier.voice);
    if (carrier.voice && conduct) {
      carrier.voice.conduct = (...told) => (isAway ? Promise.reject(new Error('connection reset')) : conduct(...told));
    }
    return carrier;
  },
}));
const app = await appForFile({ background: false, adapters, soundBooks: true });

test('its news is refused, and leads the call on when it comes again', async () => {
  const person = await funded(app, '100.00');
  const forwarded = { pbxFeatures: { callForwarding: true, forwardingNumber: '+37167000000' } };
  const { id } = await order(person, forwarded);
  await settle(app);
  const [call] = await app.deps.sql<{ id: string }[]>`select id from sandbox_calls where reference = ${id}`;
  const news = [{ id: call?.id ?? '', reference: id, state: 'answered' }];
  isAway = true;
  await expectProblem(await sendSandboxNews(app, news), 'provider_failed');
  expect((await readCall(person, id)).legs).toMatchObject([{ status: 'dialing' }]);
  isAway = false;
  expect((await sendSandboxNews(app, news)).status).toBe(204);
  const legs = await app.deps.sql`
    select s.id from sandbox_calls s join voice_calls c on c.id::text = s.reference where c.parent_id = ${id}`;
  expect(legs).toHaveLength(1);
});
