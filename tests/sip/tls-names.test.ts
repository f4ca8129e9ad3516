import { freePort } from '../kit/free-port.ts';
import { makeCertificate } from './certificate.ts';
import { askEdge, knowsCarriers, startEdge } from './edge.ts';
import { sipApp } from './sip-app.ts';
import { callOut } from './sound.ts';
import { openTelephone } from './telephone.ts';
import { openTlsCarrier } from './tls-carrier.ts';
import { makeTrunk } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';

/** A certificate that a root vouches for counts for the hosts that it names, and for no other. */

test.each([
  ['of another host', 'DNS:sip.example.com,DNS:xcarrier.example,DNS:carrier.example.net', false],
  ['of that host among others', 'DNS:sip.example.com,DNS:carrier.example', true],
  ['of all hosts there', 'DNS:sip.example.com,DNS:*.example', true],
])('a carrier that shows a certificate %s', async (_, names, isTaken) => {
  const own = makeCertificate(names);
  const [first, second, phone] = [await openTlsCarrier(own), await openUdpCarrier(null), await openTelephone()];
  second.soundPort = 9;
  const app = await sipApp({
    SANDBOX_SIP_ROUTE: `sip:carrier.example:${first.port};transport=tls`,
    SANDBOX_BACKUP_SIP_ROUTE: `sip:127.0.0.1:${second.port}`,
  });
  const edge = await startEdge(app, {
    ...{ SIP_TLS_CERTIFICATE: own.certificate, SIP_TLS_KEY: own.key, SIP_TLS_ROOTS: own.certificate },
    SIP_TLS_PORT: String(await freePort()),
  });
  await askEdge(edge.rpcUrl, 'dns.add_a', ['carrier.example', 3600, '127.0.0.1', 0]);
  await knowsCarriers(edge, ['sandbox']);
  const { credentials } = await makeTrunk(app);
  expect((await callOut(phone, { credentials, edgePort: edge.port }, 9))?.status).toBe(200);
  const invites = second.taken.filter(({ first: line }) => line.startsWith('INVITE '));
  expect(invites).toHaveLength(isTaken ? 0 : 1);

  await edge.stop();
  for (const each of [first, second, phone]) each.close();
});
