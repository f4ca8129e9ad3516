import { bought } from '../api/numbers/numbers.ts';
import { plan } from '../api/voice/incoming.ts';
import { eventually, forFile, freePort } from '../kit/index.ts';
import { browserForFile } from './browser-phone.ts';
import { makeCertificate } from './certificate.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { startRtpengine } from './rtpengine.ts';
import { sipApp } from './sip-app.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { callWithSound } from './speaker.ts';
import { endOfReceived, makeTrunk, ringing } from './trunk.ts';

/** The page's telephone by `wss`, with an edge's own certificate, while calls come to another edge. */

const [port, elsewhere] = [await freePort(), await freePort()];
const app = await sipApp({ SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS, SIP_WEBSOCKET_URL: `wss://127.0.0.1:${port}` });
const { certificate, key } = makeCertificate('IP:127.0.0.1');
const edgeWith = async (SIP_EDGE_ID: string, at: number) =>
  startEdge(app, {
    ...{ SIP_EDGE_ID, RTPENGINE: (await forFile(startRtpengine())).address, SIP_TLS_PORT: String(await freePort()) },
    ...{ SIP_TLS_CERTIFICATE: certificate, SIP_TLS_KEY: key, SIP_WEBSOCKET_ORIGINS: app.url },
    SIP_WEBSOCKET_PORT: String(at),
  });
await forFile(edgeWith('1', port));
const other = await forFile(edgeWith('2', elsewhere));
await knowsCarriers(other, ['sandbox']);
const { openPhone } = await browserForFile();

test('a call to another edge rings in the browser, keys are heard there, and its end is shown', async () => {
  const trunk = await makeTrunk(app);
  const { id, number } = await bought(trunk.person);
  await plan(trunk.person, id, [ringing(trunk)]);
  const { page, faults, press, talks, ready } = await openPhone(app, trunk);
  const calling = callWithSound(other.port, number);
  await page.getByText('is calling you').waitFor();
  await press('Answer');
  await talks.waitFor();
  const caller = await calling;
  caller.say(500, caller.there);
  await eventually('both ends hear', async () => {
    return caller.heard().length > 0 && (await page.evaluate<number>('heard()')) > 3;
  });
  for (const name of ['1', '#', '0']) await press(name);
  await eventually('the keys are heard', async () => caller.pressed() === '1#0');
  expect((await caller.hangUp())?.status).toBe(200);
  await talks.waitFor({ state: 'detached' });
  await ready.waitFor();
  expect(await endOfReceived(trunk)).toMatchObject({ outcome: 'answered' });
  caller.close();
  expect(faults).toEqual([]);
}, 60_000);
