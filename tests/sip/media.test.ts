import { bought } from '../api/numbers/numbers.ts';
import { callFrom, callIn, expectPlayed } from './sipp.ts';
import { startRtpengine } from './rtpengine.ts';
import { callOut, openSound, soundPortOf } from './sound.ts';
import { openTelephone } from './telephone.ts';
import { callsOf, makeTrunk, endOf } from './trunk.ts';
import { eventually, forFile } from '../kit/index.ts';
import { sipAppWithEdge } from './sip-app.ts';

/** With RTPENGINE set, sound goes through the real rtpengine, in user space. */

const rtpengine = await forFile(startRtpengine());
const { carrier, app, edge } = await sipAppWithEdge({}, { RTPENGINE: rtpengine.address });

test('both ends of a call out hear each other through rtpengine, and neither learns where the other is', async () => {
  const trunk = await makeTrunk(app);
  const [near, far] = [await openSound(), await openSound()];
  carrier.soundPort = far.port;
  const phone = await openTelephone();
  const answer = await callOut(phone, { ...trunk, edgePort: edge.port }, near.port);
  expect(answer?.status).toBe(200);
  const invite = carrier.taken.findLast(({ first }) => first.startsWith('INVITE '));
  const [toNear, toFar] = [soundPortOf(answer), soundPortOf(invite)];
  for (const port of [toNear, toFar]) expect(port).toBeWithin(...rtpengine.ports);
  await eventually('the far end hears', async () => {
    near.say('hello', toNear);
    return far.heard.length > 0;
  });
  expect(far.heard[0]).toEqual({ from: toFar, said: 'hello' });
  await eventually('the near end hears', async () => {
    far.say('good day', toFar);
    return near.heard.length > 0;
  });
  expect(near.heard[0]).toEqual({ from: toNear, said: 'good day' });
  // rtpengine takes one report of each end in a second, and knows a round trip once both have answered one.
  for (let round = 1; round <= 3; round++) {
    near.report(far, { lost: 11, jitter: 30 }, toNear);
    far.report(near, { lost: 11, jitter: 30 }, toFar);
    await Bun.sleep(1100);
  }
  const [running] = await callsOf(trunk.person);
  const path = `/api/users/${trunk.person.id}/voice/${running?.id}/hang-up`;
  expect((await trunk.person.as(path, { method: 'POST' })).status).toBe(200);
  const quality = await eventually('its quality is known', async () => {
    const [call] = await callsOf(trunk.person);
    return call?.quality;
  });
  expect(quality).toMatchObject({ lost: 10, jitter: 30 });
  // With nothing lost and no delay it were 4.4.
  expect(quality.mos).toBeWithin(1.5, 4);
  expect(quality.roundTrip).toBeGreaterThan(0);
  phone.close();
  near.close();
  far.close();
});

test('a call out that fails, and a call in that is refused, leave no sound behind', async () => {
  const trunk = await makeTrunk(app);
  const number = await bought(trunk.person);
  const before = await rtpengine.calls();
  const over = () => eventually('no sound is left', async () => (await rtpengine.calls()) === before);
  carrier.isSilent = true;
  const refused = { end: 'refused', status: 503 } as const;
  await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script: refused }));
  carrier.isSilent = false;
  await over();
  const busy = { end: 'refused', status: 486 } as const;
  await expectPlayed(await callIn({ edgePort: edge.port, script: busy }, { to: number.number }));
  await over();
});

test('a call whose ends still answer, but send no sound any more, is ended', async () => {
  const trunk = await makeTrunk(app);
  const far = await openSound();
  carrier.soundPort = far.port;
  const hungUp = { end: 'they hang up' } as const;
  await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script: hungUp }, { timeout: 60 }));
  expect(await endOf(trunk)).toMatchObject({ status: 'completed' });
  far.close();
}, 90_000);
