import { updateTrunk } from '../../src/services/trunks/contract.ts';
import { callTrace, type CallTrace } from '../../src/services/voice/contract.ts';
import { removeOld } from '../../src/platform/retention.ts';
import { bought } from '../api/numbers/numbers.ts';
import { forward, plan, received } from '../api/voice/incoming.ts';
import { type TestActor, credit, eventually, expectProblem, forFile, freePort, readAs } from '../kit/index.ts';
import { askEdge, type Edge, knowsCarriers, startEdge } from './edge.ts';
import { callFrom, callIn, CARRIER_ADDRESS, type CarrierScript, expectPlayed, startCarrier } from './sipp.ts';
import { sipApp } from './sip-app.ts';
import { registerDesk } from './telephone.ts';
import { makeTrunk, type Trunk, endOf, endOfReceived, ringing } from './trunk.ts';

/** The SIP messages of a call as its customer sees them: SIPp at both ends, over the edge (Kamailio). */

const HANG_UP = { end: 'we hang up', afterMs: 100 } as const;
const outside = await forFile(startCarrier('answers', await freePort()));
const app = await sipApp({
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${outside.port}`,
  SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
});
const edge = await forFile(startEdge(app));
await knowsCarriers(edge, ['sandbox']);
let trunk: Trunk;
beforeEach(async () => {
  trunk = await makeTrunk(app);
});

const trace = async ({ person, trunkId }: Trunk, traceMinutes: number) => {
  const path = updateTrunk.path.replace(':id', person.id).replace(':packageId', trunkId);
  return (await person.as(path, { method: 'PUT', json: { traceMinutes } })).json();
};
const knows = async ({ rpcUrl }: Edge, { credentials }: Trunk) =>
  JSON.stringify(await askEdge(rpcUrl, 'htable.dump', ['traced'])).includes(credentials.username);
const isTraced = (traced: Trunk) => eventually('the edge traces it', 30_000, () => knows(edge, traced));
const pathOf = (person: TestActor, callId: string) => `/api/users/${person.id}/voice/${callId}/trace`;
const readTrace = (person: TestActor, callId: string): Promise<CallTrace> =>
  readAs(person.as(pathOf(person, callId)), callTrace);
/** Waits for the last message (`> INVITE` came from the telephone, `< 200 INVITE` went to it) and the INVITE, which may be noted later. */
const ladderOf = (person: TestActor, callId: string, last: string): Promise<string[]> =>
  eventually('the end is traced', async () => {
    const lines = (await readTrace(person, callId)).messages.map(({ from, text }) => {
      const way = from === 'telephone' ? '>' : '<';
      const [method = ''] = /(?<=^CSeq: \d+ )\S+/m.exec(text) ?? [];
      const [status] = /(?<=^SIP\/2\.0 )\d+/.exec(text) ?? [];
      return [way, ...(status ? [status] : []), method].join(' ');
    });
    return lines.includes(last) && lines.some((line) => /^[<>] INVITE$/.test(line)) ? lines : null;
  });
const call = async (from: Trunk, to = '+447911123456') => {
  await expectPlayed(await callFrom({ ...from, edgePort: edge.port, script: HANG_UP }, { to }));
  return endOf(from);
};
const telephone = async (of: Trunk, script: CarrierScript) => {
  const phone = await startCarrier(script, await freePort());
  await registerDesk(edge.port, of.credentials, { port: phone.port });
  return phone;
};

test('a call out is traced while its owner wants it, without what would let somebody call or who carries it', async () => {
  const untraced = await call(trunk);
  expect((await readTrace(trunk.person, untraced.id)).messages).toEqual([]);
  expect(await trace(trunk, 30)).toMatchObject({ tracedUntil: expect.any(String) });
  await isTraced(trunk);
  const { id } = await call(trunk);
  const ladder = await ladderOf(trunk.person, id, '< 200 BYE');
  expect(ladder[0]).toBe('> INVITE');
  expect(ladder.filter((line) => line !== '< 100 INVITE').toSorted()).toEqual(
    ['> INVITE', '< 180 INVITE', '< 200 INVITE', '> ACK', '> BYE', '< 200 BYE'].toSorted(),
  );
  const { messages } = await readTrace(trunk.person, id);
  const all = messages.map(({ text }) => text).join('\n');
  expect(all).toContain('Proxy-Authorization: ***');
  expect(all).not.toContain('response="');
  expect(all).toContain('127.0.0.8');
  expect(all, 'the carrier’s address').not.toContain(`:${outside.port}`);

  const other = await makeTrunk(app);
  await expectProblem(await other.person.as(pathOf(other.person, id)), 'not_found');
  await expectProblem(await other.person.as(pathOf(trunk.person, id)), 'forbidden');
  expect(await trace(trunk, 0)).toMatchObject({ tracedUntil: null });
  await eventually('the edge traces it no longer', 30_000, async () => !(await knows(edge, trunk)));
  expect((await readTrace(trunk.person, (await call(trunk)).id)).messages).toEqual([]);
});

test('a call in is traced on the telephone’s side, and no forwarding to a carrier after it', async () => {
  await credit(app, trunk.person, '10.00');
  const own = await bought(trunk.person);
  await plan(trunk.person, own.id, [ringing(trunk), forward('+447911123456')]);
  await trace(trunk, 30);
  await isTraced(trunk);
  const phone = await telephone(trunk, { refuses: '486 Busy Here' });
  await expectPlayed(await callIn({ edgePort: edge.port, script: HANG_UP }, { to: own.number }));
  await phone.stop();
  const { id } = await endOfReceived(trunk);
  const ladder = await ladderOf(trunk.person, id, '< ACK');
  expect(ladder.filter((line) => line !== '> 100 INVITE').toSorted()).toEqual(['< ACK', '< INVITE', '> 486 INVITE']);
  const { messages } = await readTrace(trunk.person, id);
  // Without rtpengine their sound goes directly, so that each knows where the other hears.
  const heads = messages.map(({ text }) => text.split('\r\n\r\n')[0]).join('\n');
  expect(heads).not.toContain(`:${outside.port}`);
  expect(heads, 'the carrier that led it in').not.toContain(CARRIER_ADDRESS);
});

test('each customer sees their own side of a call inside', async () => {
  const other = await makeTrunk(app);
  const own = await bought(other.person);
  await plan(other.person, own.id, [ringing(other)]);
  for (const each of [trunk, other]) await trace(each, 30);
  await Promise.all([isTraced(trunk), isTraced(other)]);
  const phone = await telephone(other, 'answers');
  const { id } = await call(trunk, own.number);
  expect(await ladderOf(trunk.person, id, '< 200 BYE')).toContain('> INVITE');
  const [rung] = await received(other.person);
  expect(await ladderOf(other.person, rung?.id ?? '', '> 200 BYE')).toContain('< INVITE');
  const [seenByOne, seenByOther] = [
    await readTrace(trunk.person, id),
    await readTrace(other.person, rung?.id ?? ''),
  ].map(({ messages }) => new Set(messages.map(({ text }) => /^Call-ID: .*$/m.exec(text)?.[0])));
  expect(seenByOne?.size).toBe(1);
  expect(seenByOther?.size).toBe(1);
  expect(seenByOne?.isDisjointFrom(seenByOther ?? new Set())).toBe(true);
  await phone.stop();
});

test('a secret is left out however it is written, and after a day a trace is gone', async () => {
  const text = [
    'INVITE sip:1@x SIP/2.0',
    'pRoxy-authorization : Digest username="a",\r\n response="secret1",\r\n\tqop=auth',
    'From: "Zoë" <sip:a@b>',
    'Authorization: secret2',
    '',
    'a=crypto:1 AES inline:secret3',
    'a=ptime:20',
  ].join('\r\n');
  const hex = (value: string) => Buffer.from(value).toString('hex');
  const [name] = [crypto.randomUUID()];
  const at = Date.now() / 1000 - 86_400 * 1.5;
  for (const when of [at, Date.now() / 1000]) {
    await app.deps.sql`select sip.keep_trace('out', ${hex(name)}, ${hex('t')}, 'in', ${when}, ${hex(text)})`;
  }
  const read = () => app.deps.sql<{ message: string }[]>`
    select message from sip.traces where call_id = ${name} order by at`;
  const [kept] = await read();
  expect(Buffer.from(kept?.message ?? '', 'latin1').toString()).toBe(
    [
      'INVITE sip:1@x SIP/2.0',
      'pRoxy-authorization: ***',
      'From: "Zoë" <sip:a@b>',
      'Authorization: ***',
      '',
      'a=crypto:***',
      'a=ptime:20',
    ].join('\r\n'),
  );
  await removeOld(app.deps, 'sip.traces');
  expect(await read()).toHaveLength(1);
});
