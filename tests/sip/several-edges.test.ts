import { bought } from '../api/numbers/numbers.ts';
import { trunkOf } from '../api/payments/orders.ts';
import { plan, received } from '../api/voice/incoming.ts';
import { eventually, forFile, freePort, there } from '../kit/index.ts';
import { type Edge, knowsCarriers, startEdge } from './edge.ts';
import { sipApp } from './sip-app.ts';
import { callFrom, callIn, type CallScript, CARRIER_ADDRESS, expectPlayed, startCarrier } from './sipp.ts';
import { ring } from '../carriers/ring-trunk.ts';
import { answerLines, answerTo, challenged, type Message, openTelephone, registerDesk, request } from './telephone.ts';
import { type Telephone } from './telephone.ts';
import { callsOf, makeTrunk, REALM, type Trunk } from './trunk.ts';

const LIMIT_SECONDS = 20;
const carrier = await forFile(startCarrier('answers', await freePort()));
const app = await sipApp({
  SIP_CALL_SECONDS: String(LIMIT_SECONDS),
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
  SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
});
const one = await forFile(startEdge(app, { SIP_EDGE_ID: '1' }));
const other = await forFile(startEdge(app, { SIP_EDGE_ID: '2' }));

const running = (trunk: Trunk, count: number) =>
  eventually(`${count} calls are answered`, async () => {
    const calls = await callsOf(trunk.person);
    return calls.filter(({ status }) => status === 'in-progress').length === count && calls;
  });

test('a call that comes to one edge reaches a telephone that registered with the other', async () => {
  const trunk = await makeTrunk(app);
  const { id, number } = await bought(trunk.person);
  await plan(trunk.person, id, [ring(trunk)]);
  const telephone = await startCarrier('answers', await freePort());
  await registerDesk(one.port, trunk.credentials, { port: telephone.port });
  await knowsCarriers(other, ['sandbox']);
  const script = { end: 'we hang up', afterMs: 100 } as const;
  await expectPlayed(await callIn({ edgePort: other.port, script }, { to: number }));
  await telephone.stop();
  await eventually('it was answered', async () => (await received(trunk.person))[0]?.outcome === 'answered');
});

/** The next request of a telephone by this method. */
async function first(phone: Telephone, method: string): Promise<Message> {
  for (let message = await phone.next(); message; message = await phone.next()) {
    if (message.first.startsWith(method)) return message;
  }
  throw new Error(`no ${method} came`);
}

test.each(['its caller', 'the telephone'])(
  'a telephone behind NAT is rung over the edge at which it registered, and %s hangs up',
  async (who) => {
    const trunk = await makeTrunk(app);
    const { id, number } = await bought(trunk.person);
    await plan(trunk.person, id, [ring(trunk)]);
    const phone = await openTelephone();
    const name = `<sip:${trunk.credentials.username}@${REALM}>`;
    const registered = await challenged(phone, one.port, trunk.credentials, {
      method: 'REGISTER',
      uri: `sip:127.0.0.1:${one.port}`,
      callId: crypto.randomUUID(),
      more: [`From: ${name};tag=r`, `To: ${name}`, 'Contact: <sip:desk@10.9.9.9:5060>'],
    });
    expect(registered?.status).toBe(200);
    await knowsCarriers(other, ['sandbox']);
    const script: CallScript = who === 'its caller' ? { end: 'we hang up', afterMs: 300 } : { end: 'they hang up' };
    const calling = await callIn({ edgePort: other.port, script }, { to: number });
    const invite = there(await phone.next(15_000), 'the telephone was not rung');
    expect(invite.first).toStartWith('INVITE sip:desk@10.9.9.9:5060');
    expect(invite.header('Via')).toContain(`127.0.0.1:${one.port};`);
    expect(invite.text).not.toContain('Topline-Edge');
    expect(invite.header('P-Called-Party-ID')).toContain(number);
    const routes = invite.text.split('\r\n').filter((line) => line.startsWith('Record-Route:'));
    const answer = [...answerLines(invite, 'SIP/2.0 200 OK'), ...routes, 'Contact: <sip:desk@10.9.9.9:5060>'];
    phone.send(answer, one.port);
    if (who === 'its caller') {
      const bye = await first(phone, 'BYE');
      expect(bye.first).toBe('BYE sip:desk@10.9.9.9:5060 SIP/2.0');
      phone.send(answerLines(bye, 'SIP/2.0 200 OK'), one.port);
    } else {
      await first(phone, 'ACK');
      const target = /<([^>]+)>/.exec(invite.header('Contact') ?? '')?.[1] ?? '';
      const [from, to] = [`From: ${invite.header('To')};tag=a`, `To: ${invite.header('From')}`];
      const route = routes.map((line) => line.replace('Record-Route', 'Route'));
      const bye = { method: 'BYE', uri: target, callId: invite.header('Call-ID') ?? '', more: [from, to, ...route] };
      phone.send(request(phone, bye), one.port);
    }
    await expectPlayed(calling);
    await eventually('it was answered', async () => {
      const [call] = await received(trunk.person);
      return call?.outcome === 'answered' && call.endedAt !== null;
    });
    expect(one.log() + other.log()).not.toContain('ERROR');
    phone.close();
  },
);

test('nobody else reaches a telephone in that way', async () => {
  const [stranger, phone] = [await openTelephone(), await openTelephone()];
  const callId = crypto.randomUUID();
  const du = Buffer.from(`sip:127.0.0.1:${phone.port};transport=udp`).toString('hex');
  const header = `Topline-Edge: ${Math.floor(Date.now() / 1000)} ${'0'.repeat(64)} ${du}`;
  const uri = `sip:desk@127.0.0.1:${one.port}`;
  stranger.send(request(stranger, { method: 'INVITE', uri, callId, more: [header] }), one.port);
  expect((await stranger.next())?.status).toBe(403);
  stranger.close();
  phone.close();
});

test('a digest that one edge has taken is taken by no other', async () => {
  const { credentials } = await makeTrunk(app);
  const line = await openTelephone();
  const name = `<sip:${credentials.username}@${REALM}>`;
  const [uri, callId] = [`sip:127.0.0.1:${one.port}`, crypto.randomUUID()];
  const registration = (cseq: number, more: readonly string[] = []) => {
    const ends = [`From: ${name};tag=r`, `To: ${name}`];
    return request(line, { method: 'REGISTER', uri, callId, cseq, more: [...ends, ...more] });
  };
  line.send(registration(1), one.port);
  const challenge = there(await line.next(), 'no challenge');
  const digest = answerTo(challenge, credentials, { method: 'REGISTER', uri });
  line.send(registration(2, [digest]), one.port);
  expect((await line.next())?.status).toBe(200);
  line.send(registration(3, [digest]), other.port);
  const again = await line.next();
  expect([again?.status, again?.text.includes('stale=true')]).toEqual([401, true]);
  line.close();
});

test('the channels of a trunk count over both, and each call ends at its own edge', async () => {
  const trunk = await makeTrunk(app);
  const from = (edge: Edge) =>
    callFrom({ ...trunk, edgePort: edge.port, script: { end: 'they hang up' } }, { timeout: 60 });
  const calling = [await from(one), await from(other)] as const;
  const calls = await running(trunk, 2);
  const third = { ...trunk, edgePort: other.port, script: { end: 'refused', status: 486 } } as const;
  await expectPlayed(await callFrom(third));
  // One edge dies with its memory: the other's call goes on, and is hung up there.
  await one.kill();
  for (const { id } of calls) {
    const path = `/api/users/${trunk.person.id}/voice/${id}/hang-up`;
    expect((await trunk.person.as(path, { method: 'POST' })).status).toBe(200);
  }
  await expectPlayed(calling[1]);
  await eventually('the call of the other edge has ended', async () =>
    (await callsOf(trunk.person)).some(({ endedAt }) => endedAt !== null),
  );
  expect((await callsOf(trunk.person)).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  await one.restart();
  await expectPlayed(calling[0]);
  await eventually('both have ended', async () =>
    (await callsOf(trunk.person)).every(({ endedAt }) => endedAt !== null),
  );
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 2 });
});
