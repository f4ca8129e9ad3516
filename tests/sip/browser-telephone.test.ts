import { bought } from '../api/numbers/numbers.ts';
import { plan } from '../api/voice/incoming.ts';
import { balanceOf, eventually, forFile, freePort, suspend } from '../kit/index.ts';
import { expectFits } from '../e2e/kit/accessible.ts';
import { browserForFile } from './browser-phone.ts';
import { startRtpengine } from './rtpengine.ts';
import { sipAppWithEdge } from './sip-app.ts';
import { callIn, expectPlayed } from './sipp.ts';
import { openSound, soundPortOf } from './sound.ts';
import { registerDesk } from './telephone.ts';
import { callsOf, endOf, endOfReceived, makeTrunkWithout, ringing } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';

/** The telephone of the page in a real Chromium with a sham microphone: by websocket to Kamailio, its sound by rtpengine. */

const rtpengine = await forFile(startRtpengine());
const port = await freePort();
const { carrier, app, edge } = await sipAppWithEdge({ SIP_WEBSOCKET_URL: `ws://127.0.0.1:${port}` }, ({ url }) => ({
  ...{ RTPENGINE: rtpengine.address, SIP_WEBSOCKET_PORT: String(port), SIP_WEBSOCKET_ORIGINS: url },
}));
const { openPhone, openSection } = await browserForFile();
const far = await openSound();
afterAll(() => far.close());
carrier.soundPort = far.port;

test('a call out is heard at both ends, costs what it lasted, and is ended by either side', async () => {
  const trunk = await makeTrunkWithout(app, 500);
  const { page, faults, press, dial, talks } = await openPhone(app, trunk);
  await dial('+447911123456');
  await press('Call');
  await talks.waitFor();
  const toFar = soundPortOf(carrier.taken.findLast(({ first }) => first.startsWith('INVITE ')));
  await eventually('both ends hear', async () => {
    far.say('good day', toFar);
    return far.heard.length > 20 && (await page.evaluate<number>('heard()')) > 3;
  });
  await press('Hang up');
  const { endedAt, answeredAt, ...ended } = await endOf(trunk);
  expect(ended).toMatchObject({ status: 'completed', billedMinutes: 1, actualCost: '0.1000' });
  const lasted = (Date.parse(endedAt ?? '') - Date.parse(answeredAt ?? '')) / 1000;
  expect(Math.abs(ended.duration - lasted)).toBeLessThan(1);
  expect(await balanceOf(trunk.person)).toBe('4.90');
  await press('Call');
  await talks.waitFor();
  const [second] = await callsOf(trunk.person);
  await trunk.person.as(`/api/users/${trunk.person.id}/voice/${second?.id}/hang-up`, { method: 'POST' });
  await talks.waitFor({ state: 'detached' });
  expect(await endOf(trunk)).toMatchObject({ id: second?.id, status: 'completed' });
  await eventually('no sound is left', async () => (await rtpengine.calls()) === 0);
  expect(faults).toEqual([]);
}, 90_000);

test('it is the first way of calling; the keyboard alone calls and hangs up, and axe finds nothing', async () => {
  const trunk = await makeTrunkWithout(app, 500);
  const { page, talks, ready } = await openSection(app, trunk, 'voice');
  await page.getByRole('radio', { name: 'Telephone in this browser' }).and(page.locator(':checked')).waitFor();
  await page.getByRole('textbox', { name: 'Destination' }).focus();
  await page.keyboard.type('+447911123459');
  await page.keyboard.press('Enter');
  await ready.waitFor();
  await expectFits(page, 1280, 360);
  await page.keyboard.press('Enter');
  await talks.waitFor();
  await expectFits(page, 1280, 360);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await endOf(trunk)).toMatchObject({ status: 'completed' });
  await talks.waitFor({ state: 'detached' });
}, 60_000);

test('a call in rings in the browser beside a telephone of another kind, and is answered', async () => {
  const trunk = await makeTrunkWithout(app, 50_000);
  const number = await bought(trunk.person);
  await plan(trunk.person, number.id, [ringing(trunk)]);
  const desk = await openUdpCarrier(null);
  desk.refuses = () => true;
  await registerDesk(edge.port, trunk.credentials, { port: desk.port });
  const { page, press, talks } = await openPhone(app, trunk);
  const script = { end: 'we hang up', afterMs: 1500 } as const;
  const theirs = await callIn({ edgePort: edge.port, script }, { to: number.number });
  await page.getByText('is calling you').waitFor();
  await press('Answer');
  await talks.waitFor();
  await expectPlayed(theirs);
  await talks.waitFor({ state: 'detached' });
  expect((await endOfReceived(trunk)).outcome).toBe('answered');
  const rung = desk.taken.find(({ first }) => first.startsWith('INVITE '));
  expect(rung?.text).toContain(' RTP/AVP ');
  expect(soundPortOf(rung)).toBeWithin(...rtpengine.ports);
  desk.close();
}, 60_000);

test('a suspended account calls nobody, and no other page may connect', async () => {
  const trunk = await makeTrunkWithout(app, 500);
  const { page, press, dial } = await openPhone(app, trunk);
  await suspend(app, trunk.person);
  await dial('+447911123458');
  await press('Call');
  await page.getByText('Refused by the provider (SIP 403)').waitFor();
  await page.goto('about:blank');
  await expect(
    page.evaluate(`new Promise((ok, no) => Object.assign(new WebSocket('ws://127.0.0.1:${port}', 'sip'),
    { onopen: ok, onerror: () => no(new Error('refused')) }))`),
  ).rejects.toThrow('refused');
}, 60_000);
