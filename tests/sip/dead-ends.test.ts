import { eventually, forFile, freePort } from '../kit/index.ts';
import { startBaresip } from './baresip.ts';
import { makeCertificate } from './certificate.ts';
import { startEdge } from './edge.ts';
import { sipApp } from './sip-app.ts';
import { callFrom, expectPlayed, startCarrier } from './sipp.ts';
import { callOut } from './sound.ts';
import { openTelephone } from './telephone.ts';
import { callsOf, makeTrunk, type Trunk, endOf } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';

/** A telephone or a carrier that is gone amid a call: the call ends soon, and no other one does. */

/** The edge asks after half a minute, repeats it for twelve seconds, and ends the call ten seconds later. */
const SOON_MS = 60_000;
const carrier = await forFile(openUdpCarrier(null));
const port = await freePort();
await forFile(startCarrier('answers', port));
const app = await sipApp({
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
  SANDBOX_BACKUP_SIP_ROUTE: `sip:127.0.0.1:${port}`,
});
const { certificate, key } = makeCertificate('IP:127.0.0.1');
const tlsPort = await freePort();
const tls = { SIP_TLS_CERTIFICATE: certificate, SIP_TLS_KEY: key, SIP_TLS_PORT: String(tlsPort) };
const edge = await forFile(startEdge(app, tls));

const running = ({ person }: Trunk) =>
  eventually('it is answered', async () => (await callsOf(person))[0]?.status === 'in-progress');

test('a telephone that is gone has its call ended at the carrier too: by UDP, TCP and TLS, and with its machine', async () => {
  const ghosts = await Promise.all(
    (
      [
        ['udp', 'kill'],
        ['tcp', 'kill'],
        ['tcp', 'freeze'],
        ['tls', 'kill'],
      ] as const
    ).map(async ([transport, end]) => {
      const trunk = await makeTrunk(app);
      const edgePort = transport === 'tls' ? tlsPort : edge.port;
      const dials = `sip:+447911123456@127.0.0.1:${edgePort};transport=${transport}`;
      const phone = await startBaresip({ ...trunk, edgePort }, { transport, dials });
      await running(trunk);
      await phone[end]();
      return { trunk, phone };
    }),
  );
  for (const { trunk, phone } of ghosts) {
    expect(await endOf(trunk, SOON_MS)).toMatchObject({ status: 'completed', billedMinutes: 1 });
    await phone.kill();
  }
  const byes = carrier.taken.filter(({ first }) => first.startsWith('BYE '));
  expect(new Set(byes.map((bye) => bye.header('Call-ID')))).toHaveProperty('size', ghosts.length);
}, 90_000);

test('a carrier that is gone has its call ended at the telephone, and a call of two that are there goes on', async () => {
  const [gone, there] = [await makeTrunk(app), await makeTrunk(app)];
  const lost = await callFrom({ ...gone, edgePort: edge.port, script: { end: 'they hang up' } }, { timeout: 90 });
  await running(gone);
  carrier.isSilent = true;
  // The first route says nothing, so it goes by the second one.
  const kept = await callFrom(
    { ...there, edgePort: edge.port, script: { end: 'we hang up', afterMs: SOON_MS + 5000 } },
    { timeout: 90 },
  );
  await expectPlayed(lost);
  await running(there);
  carrier.isSilent = false;
  await expectPlayed(kept);
  expect((await endOf(there, SOON_MS)).duration).toBeGreaterThanOrEqual(SOON_MS / 1000);
  expect((await endOf(gone, SOON_MS)).status).toBe('completed');
}, 120_000);

test('a call whose answer nobody confirms is ended: its sender may have been made up', async () => {
  const trunk = await makeTrunk(app);
  const phone = await openTelephone();
  const byes = () => carrier.taken.filter(({ first }) => first.startsWith('BYE ')).length;
  const before = byes();
  expect((await callOut(phone, { ...trunk, edgePort: edge.port }, 9))?.status).toBe(200);
  expect((await endOf(trunk, SOON_MS)).status).toBe('completed');
  expect(byes()).toBeGreaterThan(before);
  phone.close();
}, 90_000);
