import { z } from 'zod';
import { askEdge, knowsCarriers, startEdge } from './edge.ts';
import { challenged, type Message, openTelephone, request, type Telephone } from './telephone.ts';
import { callsOf, makeTrunk, PROXY_TOKEN, type Trunk } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';
import { eventually, forFile } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** A telephone system's messages with the names of its running call: each message is written by hand. */

/** Another host of the operator's network. */
let trunk: Trunk;
let phone: Telephone;
const carrier = await forFile(openUdpCarrier({ user: 'topline', secret: 'of-the-route' }));
carrier.asks.length = 0;
const elsewhere = await forFile(openTelephone());
const app = await sipApp({ SANDBOX_SIP_ROUTE: `sip:topline:of-the-route@127.0.0.1:${carrier.port}` });
const edge = await forFile(startEdge(app));
beforeEach(async () => {
  trunk = await makeTrunk(app);
  phone = await openTelephone();
  carrier.taken.length = 0;
  carrier.lostByes = 0;
});
afterEach(() => phone.close());

const takenOf = (method: string) => carrier.taken.filter(({ first }) => first.startsWith(`${method} `));
const addressOf = (number: string) => `sip:${number}@127.0.0.1:${edge.port}`;

/** An answered call of the trunk. */
interface Running {
  callId: string;
  uri: string;
  /** The names of both ends, the own one first. */
  ends: [string, string];
  route: string;
}

async function call(more: readonly string[] = [], edgePort = edge.port): Promise<Running> {
  const callId = crypto.randomUUID();
  const uri = addressOf('+447911123456');
  const answer = await challenged(phone, edgePort, trunk.credentials, { method: 'INVITE', uri, callId, more });
  expect(answer?.status).toBe(200);
  const target = /<([^>]+)>/.exec(answer?.header('Contact') ?? '')?.[1] ?? '';
  const ends: Running['ends'] = [answer?.header('From') ?? '', answer?.header('To') ?? ''];
  const running = { callId, uri: target, ends, route: `Route: ${answer?.header('Record-Route')}` };
  phone.send(within(running, { method: 'ACK', cseq: 2 }), edgePort);
  await eventually('the carrier knows', async () => takenOf('ACK').length === 1);
  return running;
}

/** A request in a call. @param more replaces headers of the same name */
function within(
  { callId, uri: target, ends: [own, far], route }: Running,
  {
    method,
    uri = target,
    cseq = 3,
    more = [],
  }: { method: string; uri?: string; cseq?: number; more?: readonly string[] },
): string[] {
  const named = (line: string) => line.split(':')[0];
  const replaced = new Set(more.map(named));
  const usual = [`From: ${own}`, `To: ${far}`, route].filter((line) => !replaced.has(named(line)));
  return request(phone, { method, uri, callId, cseq, more: [...usual, ...more] });
}

const hangUp = async (running: Running, bye = within(running, { method: 'BYE', cseq: 9 })): Promise<string[]> => {
  phone.send(bye, edge.port);
  expect((await phone.next())?.status).toBe(200);
  return bye;
};
const over = () =>
  eventually('the end is known', async () => {
    const calls = await callsOf(trunk.person);
    return calls.length > 0 && calls.every(({ endedAt }) => endedAt !== null) && calls;
  });

describe('an INVITE with the names of a running call', () => {
  /** INVITEs with those names, each with a branch of its own. */
  const again = ({ callId }: Running, number: string, count: number) => {
    for (let place = 0; place < count; place++) {
      phone.send(request(phone, { method: 'INVITE', uri: addressOf(number), callId, cseq: 2 }), edge.port);
    }
  };

  test('is refused before anybody is asked, whatever it is for', async () => {
    const running = await call();
    for (const number of ['+447911123456', '+5352345678']) {
      again(running, number, 20);
      for (let place = 0; place < 20; place++) expect((await phone.next())?.status).toBe(482);
    }
    const bye = await hangUp(running);
    expect(await over()).toHaveLength(1);
    await hangUp(running, bye);
    expect(takenOf('INVITE')).toHaveLength(1);
    // Its names are free when it is over.
    again(running, '+447911123456', 1);
    expect((await phone.next())?.status).toBe(407);
  });

  test('is refused while the first one is asked about', async () => {
    const callId = crypto.randomUUID();
    const uri = addressOf('+447911123456');
    const same = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const line = await openTelephone();
        const answer = await challenged(line, edge.port, trunk.credentials, { method: 'INVITE', uri, callId });
        line.close();
        return answer?.status;
      }),
    );
    expect(same.filter((status) => status === 200)).toHaveLength(1);
    expect(same.filter((status) => status === 482)).toHaveLength(9);
    expect(takenOf('INVITE')).toHaveLength(1);
    const [running] = await callsOf(trunk.person);
    await trunk.person.as(`/api/users/${trunk.person.id}/voice/${running?.id}/hang-up`, { method: 'POST' });
    await over();
  });
});

test('a carrier that challenges what changes a call is answered', async () => {
  await knowsCarriers(edge, ['sandbox']);
  const running = await call();
  carrier.asks.push('INVITE');
  phone.send(within(running, { method: 'INVITE' }), edge.port);
  expect((await phone.next())?.status).toBe(200);
  carrier.asks.length = 0;
  phone.send(within(running, { method: 'ACK' }), edge.port);
  const confirmed = await eventually('the carrier knows', async () => takenOf('ACK').at(2));
  expect(confirmed.header('CSeq')?.split(' ')[0]).toBe(takenOf('INVITE').at(-1)?.header('CSeq')?.split(' ')[0] ?? '');
  await hangUp(running);
  await over();
});

test('one call that Topline lets go out is sent out once, whatever Topline answers', async () => {
  let first: { status: number; body: string } | null = null;
  const careless = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (asked) => {
      const { pathname } = new URL(asked.url);
      const isCall = pathname === '/api/sip/calls';
      if (isCall && first) return new Response(first.body, { status: first.status });
      const body = await asked.text();
      const { headers, method } = asked;
      const answer = await fetch(app.url + pathname, { method, headers, ...(body ? { body } : {}) });
      const text = await answer.text();
      if (isCall) first = { status: answer.status, body: text };
      return new Response(text, { status: answer.status });
    },
  });
  const own = await startEdge({ url: `http://127.0.0.1:${careless.port}`, databaseUrl: app.databaseUrl });
  const running = await call([], own.port);
  const next = { method: 'INVITE', uri: addressOf('+447911123456'), callId: crypto.randomUUID() };
  expect((await challenged(phone, own.port, trunk.credentials, next))?.status).toBe(482);
  expect(takenOf('INVITE')).toHaveLength(1);
  phone.send(within(running, { method: 'BYE' }), own.port);
  await over();
  await own.stop();
  await careless.stop(true);
});

describe('a BYE ends the call at the carrier, and then in the books', () => {
  test.each([
    ['with a target of its own', () => ({ uri: `sip:far@127.0.0.1:${elsewhere.port}` })],
    ['with one more route', ({ route }: Running) => ({ more: [`${route}, <sip:127.0.0.1:${elsewhere.port};lr>`] })],
    ['without a route', () => ({ more: ['Route: <sip:127.0.0.1:9;lr>'] })],
    ['that asks for what nobody knows', () => ({ more: ['Require: foo'] })],
    ['with a length of way that ends at us', () => ({ more: ['Max-Forwards: 1'] })],
    ['in the name of the other end', ({ ends: [own, far] }: Running) => ({ more: [`From: ${far}`, `To: ${own}`] })],
  ])('%s', async (_what, change) => {
    const running = await call();
    phone.send(within(running, { method: 'BYE', ...change(running) }), edge.port);
    expect((await phone.next())?.status).toBe(200);
    expect(await over()).toMatchObject([{ status: 'completed', billedMinutes: 1 }]);
    expect(takenOf('BYE')).toHaveLength(1);
    expect(takenOf('BYE')[0]?.text).not.toContain('Require');
    expect(await elsewhere.next(200)).toBeNull();
  });

  test('not before the carrier has answered', async () => {
    const running = await call();
    carrier.lostByes = 2;
    await hangUp(running);
    await eventually('it was lost twice', async () => carrier.lostByes === 0);
    expect(takenOf('BYE')).toEqual([]);
    expect((await callsOf(trunk.person))[0]?.status).toBe('in-progress');
    await over();
    expect(takenOf('BYE')).toHaveLength(1);
  });
});

test.each(['INFO', 'INVITE', 'OPTIONS', 'UPDATE', 'ACK'])(
  'a request in a call goes to its other end and nowhere else: %s',
  async (method) => {
    const running = await call();
    const before = takenOf(method).length;
    const uri = `sip:far@127.0.0.1:${elsewhere.port}`;
    phone.send(within(running, { method, uri }), edge.port);
    if (method !== 'ACK') expect((await phone.next())?.status).toBe(403);
    phone.send(within(running, { method, cseq: 4, more: [`${running.route}, <${uri};lr>`] }), edge.port);
    if (method !== 'ACK') expect((await phone.next())?.status).toBe(200);
    await eventually('the carrier has it', async () => takenOf(method).length === before + 1);
    expect(await elsewhere.next(200)).toBeNull();
    expect(JSON.stringify(await askEdge(edge.rpcUrl, 'htable.dump', ['astray']))).toContain('127.0.0.1');
    await hangUp(running);
    await over();
  },
);

test('a telephone system behind another address than its own is reached where it is', async () => {
  await call(['Contact: <sip:desk@10.255.255.1:5060>']);
  const [running] = await eventually('it is answered', async () => {
    const calls = await callsOf(trunk.person);
    return calls[0]?.status === 'in-progress' && calls;
  });
  await trunk.person.as(`/api/users/${trunk.person.id}/voice/${running?.id}/hang-up`, { method: 'POST' });
  const bye: Message | null = await phone.next();
  expect(bye?.first).toStartWith('BYE ');
  await over();
});

test('a running call lasts as long as Topline said last', async () => {
  const { callId, ends } = await call();
  const found = await askEdge(edge.rpcUrl, 'dlg.dlg_list', [callId, ends[0].split('tag=')[1]]);
  const { h_entry, h_id } = z.object({ h_entry: z.number(), h_id: z.number() }).parse(found);
  const limit = (path: string, authorization = `Bearer ${PROXY_TOKEN}`) =>
    fetch(new URL(path, edge.rpcUrl), { method: 'POST', headers: { authorization } });
  expect((await limit(`limit/${h_entry}/${h_id}/1`, 'Bearer made-up')).status).toBe(404);
  expect((await limit(`limit/${h_entry}/${h_id + 64}/1`)).status).toBe(404);
  expect((await limit(`limit/${h_entry}/${h_id}/900`)).status).toBe(200);
  const kept = async () => app.deps.sql`select from sip.calls where timeout > extract(epoch from now()) + 800`;
  await eventually('an edge that is killed knows it', async () => (await kept()).length === 1);
  expect((await limit(`limit/${h_entry}/${h_id}/1`)).status).toBe(200);
  expect((await phone.next(10_000))?.first).toStartWith('BYE ');
  await over();
  expect(takenOf('BYE')).toHaveLength(1);
});
