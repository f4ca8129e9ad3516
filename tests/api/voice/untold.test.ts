import { appForFile, expectProblem, funded, quickSandboxes, changedVoice, there } from '../../kit/index.ts';
import { order, PACE, readCall, settle, atCarrier } from './calls.ts';
import { sendSandboxNews } from './news.ts';

let isAway = false;
const adapters = quickSandboxes({ calls: PACE }).map((adapter) =>
  changedVoice(adapter, (voice) => {
    const conduct = there(voice.conduct?.bind(voice), 'a simulated carrier is told what to do');
    voice.conduct = (...told) => (isAway ? Promise.reject(new Error('connection reset')) : conduct(...told));
  }),
);
const app = await appForFile({ background: false, adapters, soundBooks: true });

test('its news is refused, and leads the call on when it comes again', async () => {
  const person = await funded(app, '100.00');
  const forwarded = { pbxFeatures: { callForwarding: true, forwardingNumber: '+37167000000' } };
  const { id } = await order(person, forwarded);
  await settle(app);
  const news = [{ ...(await atCarrier(app, id)), state: 'answered' }];
  isAway = true;
  await expectProblem(await sendSandboxNews(app, news), 'provider_failed');
  expect((await readCall(person, id)).legs).toMatchObject([{ status: 'dialing' }]);
  isAway = false;
  expect((await sendSandboxNews(app, news)).status).toBe(204);
  const legs = await app.deps.sql`
    select s.id from sandbox_calls s join voice_calls c on c.id::text = s.reference where c.parent_id = ${id}`;
  expect(legs).toHaveLength(1);
});
