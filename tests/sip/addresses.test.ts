import { connect } from 'node:net';
import { setTrunkAddresses } from '../../src/services/trunks/addresses/contract.ts';
import { eventually, forFile, freePort } from '../kit/index.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { callFrom, callIn, expectPlayed, startCarrier } from './sipp.ts';
import { sipApp } from './sip-app.ts';
import { openTelephone, parse, request, soundLines } from './telephone.ts';
import { callsOf, makeTrunk, type Trunk, endOf } from './trunk.ts';

const OFFICE = '127.0.0.5';
const PREFIX = '77';
const carrier = await forFile(startCarrier('answers', await freePort()));
const app = await sipApp({ SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}` });
const [office, safe] = [await makeTrunk(app), await makeTrunk(app)];
// No request chooses addresses of this machine.
const know = (trunk: Trunk, row: { network: string; prefix: string; over_udp: boolean }) =>
  app.deps.sql`insert into trunk_addresses ${app.deps.sql({ ...row, package_id: trunk.trunkId })}`;
await know(office, { network: `${OFFICE}/32`, prefix: PREFIX, over_udp: true });
await know(safe, { network: '127.0.0.6/32', prefix: '', over_udp: false });
const edge = await forFile(startEdge(app));
await knowsCarriers(edge, ['sandbox']);

const script = { end: 'we hang up', afterMs: 100 } as const;
const newest = async ({ person }: Trunk) => (await callsOf(person))[0];

const inviteFrom = async (hostname: string, to: string) => {
  const phone = await openTelephone(hostname);
  const uri = `sip:${to}@127.0.0.1:${edge.port}`;
  const more = soundLines(9);
  phone.send(request(phone, { method: 'INVITE', uri, callId: crypto.randomUUID(), more }), edge.port);
  const answer = await phone.next();
  phone.close();
  return answer?.status;
};

test('a call from an address with its digits is its trunk’s, without any secret', async () => {
  await expectPlayed(await callIn({ edgePort: edge.port, script }, { to: `${PREFIX}447911123456`, ip: OFFICE }));
  expect(await endOf(office)).toMatchObject({ origin: 'trunk', destination: '+447911123456', status: 'completed' });
});

test('other digits, and other addresses, are challenged; who has a secret calls from there by it', async () => {
  expect(await inviteFrom(OFFICE, '447911123456')).toBe(407);
  expect(await inviteFrom('127.0.0.7', `${PREFIX}447911123456`)).toBe(407);
  const other = await makeTrunk(app);
  await expectPlayed(await callFrom({ ...other, edgePort: edge.port, script }, { ip: OFFICE, from: 'desk' }));
  expect(await endOf(other)).toMatchObject({ status: 'completed' });
});

test('by UDP, where anybody writes any sender, only where its owner allows that', async () => {
  expect(await inviteFrom('127.0.0.6', '447911123456')).toBe(407);
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ host: '127.0.0.1', port: edge.port, localAddress: '127.0.0.6' });
  socket.on('data', (bytes) => resolve(bytes.toString()));
  const uri = `sip:447911123456@127.0.0.1:${edge.port}`;
  const more = ['Via: SIP/2.0/TCP 127.0.0.6:9;branch=z9hG4bKtcp', ...soundLines(9)];
  const lines = request({ port: 9 }, { method: 'INVITE', uri, callId: crypto.randomUUID(), more });
  socket.write(lines.join('\r\n'));
  expect(parse(await promise).status).toBe(100);
  await eventually('the call is there', async () => (await newest(safe))?.origin === 'trunk');
  socket.destroy();
});

test('an address that its owner takes back is a stranger’s within ten seconds', async () => {
  const { path } = setTrunkAddresses;
  const own = path.replace(':id', office.person.id).replace(':packageId', office.trunkId);
  const put = await office.person.withCookie(own, { method: 'PUT', json: { networks: [] } });
  expect(await put.json()).toMatchObject({ addresses: null });
  await eventually('it is challenged', 20_000, async () => (await inviteFrom(OFFICE, `${PREFIX}447911123456`)) === 407);
});
