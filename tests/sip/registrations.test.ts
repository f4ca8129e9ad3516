import { eventually, startTestApp } from '../kit/index.ts';
import { startEdge } from './edge.ts';
import type { Message } from './telephone.ts';
import { openUdpCarrier } from './udp-carrier.ts';

const IDENTITY = { user: 'topline', secret: 'right' };
/** So many carriers refuse the edge that a memory which each refusal damages does not hold for long. */
const WRONG = 40;
const ROUNDS = 240;

/** One that has another secret, one that wants half an hour, and one that says nothing. */

function listed() {
  const names = Array.from({ length: WRONG }, (_, index) => `wrong-${index}`);
  const wrong = names.map((name) => ({ name, port: strict.port, secret: 'wrong' }));
  const right = { secret: IDENTITY.secret };
  const all = [
    ...wrong,
    { name: 'patient', port: patient.port, ...right },
    { name: 'silent', port: silent.port, ...right },
  ];
  const entries = all.map(({ name, port, secret }, index) => {
    const [uri, registrar] = [`sip:127.0.0.1:${port}`, `sip:${IDENTITY.user}@127.0.0.1:${port}`];
    return [String(index + 1), { name, networks: '', uri, registrar, user: IDENTITY.user, secret }] as const;
  });
  return { carriers: Object.fromEntries(entries) };
}

const [strict, patient, silent] = [
  await openUdpCarrier(IDENTITY),
  await openUdpCarrier(IDENTITY),
  await openUdpCarrier(null),
];
patient.shortest = 1800;
silent.isSilent = true;
const app = await startTestApp({ background: false });
const topline = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json(listed()) });
const url = topline.url.origin;
const edge = await startEdge({ url, databaseUrl: app.databaseUrl }, { SIP_HEALTH_SECONDS: '1' });
afterAll(async () => {
  await edge.stop();
  for (const carrier of [strict, patient, silent]) carrier.close();
  await topline.stop(true);
  await app.stop();
});

const of = (messages: readonly Message[], method: string) =>
  messages.filter(({ first }) => first.startsWith(`${method} `));

/** Those with credentials. */
const signed = (messages: readonly Message[]) =>
  messages.filter((message) => message.header('Authorization') !== undefined);

/** The newest answer to REGISTER that the edge has written, by the carrier's name. */
async function answers(): Promise<Map<string, number | null>> {
  const rows = await app.deps.sql<{ carrier: string; registered: number | null }[]>`
    select carrier, registered from sip.route_health`;
  return new Map(rows.map(({ carrier, registered }) => [carrier, registered]));
}

const answered = (name: string, status: number) =>
  eventually(`${name} answered ${status}`, 30_000, async () => (await answers()).get(name) === status);

test('a carrier that wants a longer registration is asked for as long as it says', async () => {
  await answered('patient', 200);
  const asked = of(patient.taken, 'REGISTER').map((message) => Number(message.header('Expires')));
  expect(asked).toEqual([600, 1800]);
}, 60_000);

test('a carrier that does not answer is known as not registered', async () => {
  await answered('silent', 408);
}, 60_000);

test('hundreds of registrations that are challenged and refused leave the memory of the edge whole', async () => {
  const refused = () => signed(of(strict.challenged, 'REGISTER')).length;
  const fault = /BUG: .*|exited by a signal/;
  await eventually('they were refused', 60_000, async () => fault.test(edge.log()) || refused() >= ROUNDS);
  expect(fault.exec(edge.log())?.[0]).toBeUndefined();
  const known = await answers();
  const wrong = [...known].filter(([name]) => name.startsWith('wrong-')).map(([, status]) => status);
  expect(wrong).toEqual(Array.from({ length: WRONG }, () => 401));
}, 90_000);

test('a carrier that challenges OPTIONS is not told the digest of any secret', async () => {
  // By then every route has been asked since the edge has used its secrets.
  const before = of(strict.challenged, 'OPTIONS').length;
  await eventually('all were asked', async () => of(strict.challenged, 'OPTIONS').length > before + 2 * WRONG);
  expect(signed(of(strict.challenged, 'OPTIONS'))).toEqual([]);
  expect(signed(of(patient.challenged, 'OPTIONS'))).toEqual([]);
});
