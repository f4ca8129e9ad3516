import { bought } from '../api/numbers/numbers.ts';
import { plan } from '../api/voice/incoming.ts';
import { BUSY_MS, forFile, freePort } from '../kit/index.ts';
import { makeCertificate } from './certificate.ts';
import { type Edge, knowsCarriers, startEdge } from './edge.ts';
import { startRtpengine } from './rtpengine.ts';
import { sipApp } from './sip-app.ts';
import { callIn, CARRIER_ADDRESS, expectPlayed } from './sipp.ts';
import { callOut, finalOf } from './sound.ts';
import { type Message, openTelephone, registerDesk, request, soundLines } from './telephone.ts';
import { openTlsCarrier } from './tls-carrier.ts';
import { callsOf, makeTrunk, ringing } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';

/** The edge believes only carriers, and encrypts the sound of some. */

const own = makeCertificate('IP:127.0.0.1');
/** The first route, and the one after it. */
const [first, second] = [await forFile(openTlsCarrier(own)), await forFile(openUdpCarrier(null))];
const rtpengine = await forFile(startRtpengine());
second.soundPort = 9;
const app = await sipApp({
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${first.port};transport=tls`,
  SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
  SANDBOX_BACKUP_SIP_ROUTE: `sip:127.0.0.1:${second.port}`,
});
const tlsPort = String(await freePort());
const settings = { SIP_TLS_CERTIFICATE: own.certificate, SIP_TLS_KEY: own.key, RTPENGINE: rtpengine.address };
/** One that believes the first carrier's certificate, and one that believes what the system believes. */
const edge = await forFile(startEdge(app, { ...settings, SIP_TLS_PORT: tlsPort, SIP_TLS_ROOTS: own.certificate }));
const otherPort = String(await freePort());
const stranger = await forFile(startEdge(app, { ...settings, SIP_TLS_PORT: otherPort, SIP_EDGE_ID: '2' }));
const phone = await forFile(openTelephone());
await knowsCarriers(edge, ['sandbox']);
beforeEach(() => {
  first.invites.splice(0);
  second.taken.splice(0);
  first.refuses = () => false;
});
/** A call of a new trunk. @returns the answer to it */
async function call(at: Edge, { srtp }: { srtp: boolean }): Promise<Message | null> {
  const { credentials } = await makeTrunk(app);
  return callOut(phone, { credentials, edgePort: at.port, srtp }, 9);
}

/** The way in which somebody wants sound to be sent. */
const soundOf = (message: Message | null | undefined) => /^m=audio \d+ (\S+)/m.exec(message?.text ?? '')?.[1];
const invites = () => second.taken.filter(({ first: line }) => line.startsWith('INVITE '));

test('a carrier whose certificate nobody vouches for is not called, but the next one', async () => {
  expect((await call(stranger, { srtp: false }))?.status).toBe(200);
  expect(first.invites).toEqual([]);
  expect(invites()).toHaveLength(1);
});

test('encrypted sound becomes plain for a carrier that has none, and stays encrypted for whoever calls', async () => {
  const answer = await call(stranger, { srtp: true });
  expect(soundOf(invites()[0])).toBe('RTP/AVP');
  expect(invites()[0]?.text).not.toContain('a=crypto');
  expect(soundOf(answer)).toBe('RTP/SAVP');
  expect(answer?.text).toContain('a=crypto:1 AES_CM_128_HMAC_SHA1_80');
  // So it is when the call is put on hold, too.
  const within = [
    `From: ${answer?.header('From')}`,
    `To: ${answer?.header('To')}`,
    `Route: ${answer?.header('Record-Route')}`,
  ];
  const uri = /<([^>]+)>/.exec(answer?.header('Contact') ?? '')?.[1] ?? '';
  const callId = answer?.header('Call-ID') ?? '';
  const port = stranger.port;
  phone.send(request(phone, { method: 'ACK', uri, callId, cseq: 2, more: within }), port);
  const said = [...within, 'Company-Ticket: 4711', ...soundLines(9, true)];
  const again = { method: 'INVITE', uri, callId, cseq: 3, more: said };
  phone.send(request(phone, again), port);
  expect(soundOf(await finalOf(phone))).toBe('RTP/SAVP');
  expect(invites().map(soundOf)).toEqual(['RTP/AVP', 'RTP/AVP']);
  expect(invites()[1]?.text).not.toContain('Company-Ticket');
});

test('a telephone that takes encrypted sound only is rung with it', async () => {
  const { person, trunkId, credentials } = await makeTrunk(app);
  const number = await bought(person);
  await plan(person, number.id, [ringing({ trunkId })]);
  const telephone = await openUdpCarrier(null);
  telephone.soundPort = 9;
  telephone.refuses = (invite) => soundOf(invite) !== 'RTP/SAVP';
  await registerDesk(edge.port, credentials, { port: telephone.port });
  const script = { end: 'we hang up', afterMs: 100 } as const;
  await expectPlayed(await callIn({ edgePort: edge.port, script }, { to: number.number }));
  const rung = telephone.taken.filter(({ first: line }) => line.startsWith('INVITE '));
  expect(rung.map(soundOf)).toEqual(['RTP/AVP', 'RTP/SAVP']);
  telephone.close();
});

test('a carrier by TLS is offered encrypted sound, in no suite without encryption, and plain sound if it has none', async () => {
  first.refuses = (invite) => soundOf(invite) === 'RTP/SAVP';
  expect(soundOf(await call(edge, { srtp: true }))).toBe('RTP/SAVP');
  expect(first.invites.map(soundOf)).toEqual(['RTP/SAVP', 'RTP/AVP']);
  expect(first.invites[0]?.text).toContain('AES_CM_128_HMAC_SHA1_80');
  expect(first.invites[0]?.text).not.toMatch(/a=crypto:\d+ NULL/);
  expect(invites()).toEqual([]);
});

test('a carrier that does not take the sound that we offer is followed by the next', async () => {
  first.refuses = () => true;
  expect((await call(edge, { srtp: false }))?.status).toBe(200);
  expect(first.invites.map(soundOf)).toEqual(['RTP/AVP']);
  expect(invites()).toHaveLength(1);
});

test('a suite without encryption or without a certificate is not spoken', () => {
  for (const suites of ['eNULL', 'aNULL']) {
    const tried = Bun.spawnSync(
      // prettier-ignore
      ['openssl', 's_client', '-connect', `127.0.0.1:${tlsPort}`, '-tls1_2', '-cipher', `${suites}:@SECLEVEL=0`],
      { stdin: new Blob(['']) },
    );
    expect(tried.stdout.toString()).toContain('Cipher is (NONE)');
  }
});

test('where rtpengine does not answer, the call is refused soon, and no carrier hears of it', async () => {
  rtpengine.freeze();
  const { credentials, person } = await makeTrunk(app);
  const began = performance.now();
  const answer = await callOut(phone, { credentials, edgePort: edge.port }, 9);
  expect(answer?.status).toBe(503);
  expect(performance.now() - began).toBeLessThan(2000 + BUSY_MS);
  expect([first.invites, invites()]).toEqual([[], []]);
  expect((await callsOf(person))[0]).toMatchObject({ actualCost: '0.0000' });
});
