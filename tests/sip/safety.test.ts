import { sipLocation } from '../../db/schema/index.ts';
import { askEdge, knowsCarriers, startEdge } from './edge.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { answerTo, challenged, openTelephone, request, type RequestOptions, type Telephone } from './telephone.ts';
import { callsOf, makeTrunk, PROXY_TOKEN, REALM, type Trunk, endOf } from './trunk.ts';
import { eventually, forFile, machineTime, suspend, there } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** The allowed callers, and a telephone system's claims about itself: each message is written by hand. */

let trunk: Trunk;
let phone: Telephone;
/** The carrier that calls go to; it refuses every call. */
const carrier = await forFile(openTelephone());
const app = await sipApp({
  SANDBOX_SIP_ROUTE: `sip:us:s3cret@127.0.0.1:${carrier.port}`,
  SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
});
const edge = await forFile(startEdge(app));
beforeEach(async () => {
  trunk = await makeTrunk(app);
  phone = await openTelephone();
});

const home = () => `sip:127.0.0.1:${edge.port}`;
const registration = (username = trunk.credentials.username, more: readonly string[] = []): RequestOptions => ({
  method: 'REGISTER',
  uri: home(),
  callId: crypto.randomUUID(),
  more: [
    `From: <sip:${username}@${REALM}>;tag=r`,
    `To: <sip:${username}@${REALM}>`,
    'User-Agent: Desk phone 7',
    ...more,
  ],
});
const invitation = (more: readonly string[] = [], uri = `sip:+447911123456@127.0.0.1:${edge.port}`) => ({
  method: 'INVITE',
  uri,
  callId: crypto.randomUUID(),
  more,
});

describe('a registration', () => {
  test.each(['md5', 'sha256'] as const)('by the right secret is kept, by %s', async (hash) => {
    const answer = await challenged(phone, edge.port, trunk.credentials, { ...registration(), hash });
    expect(answer?.status).toBe(200);
    const kept = await app.deps.db.select().from(sipLocation);
    const own = kept.filter(({ username }) => username === trunk.credentials.username);
    expect(own).toMatchObject([{ contact: `sip:desk@127.0.0.1:${phone.port}`, userAgent: 'Desk phone 7' }]);
    // The edge's times are in UTC, whatever the machine's time zone.
    expect(Math.abs((own[0]?.expires.getTime() ?? 0) - machineTime().getTime() - 600_000)).toBeLessThan(30_000);
    const { person, trunkId } = trunk;
    const shown = await person.as(`/api/users/${person.id}/voice-packages/${trunkId}/registrations`);
    expect(await shown.json()).toMatchObject({
      registrations: [{ address: `127.0.0.1:${phone.port}`, device: 'Desk phone 7', transport: 'udp' }],
    });
    await challenged(phone, edge.port, trunk.credentials, registration(undefined, ['Expires: 0']));
    const left = await app.deps.db.select().from(sipLocation);
    expect(left.filter(({ username }) => username === trunk.credentials.username)).toEqual([]);
  });

  test('is asked for SHA-256 alone where the trunk wants it, and its calls too', async () => {
    const { person, trunkId, credentials } = trunk;
    const path = `/api/users/${person.id}/voice-packages/${trunkId}/credentials`;
    const json = { digestAlgorithm: 'SHA-256' };
    expect((await person.as(path, { method: 'PUT', json })).status).toBe(200);
    await eventually('the edge knows it', async () =>
      JSON.stringify(await askEdge(edge.rpcUrl, 'htable.dump', ['digests'])).includes(credentials.username),
    );
    const asked = async (options: RequestOptions) => {
      phone.send(request(phone, { ...options, callId: crypto.randomUUID() }), edge.port);
      return (await phone.next())?.text.match(/algorithm=[^,\s]+/g);
    };
    expect(await asked(registration())).toEqual(['algorithm=SHA-256']);
    // By MD5 it is not even asked about: the right secret is challenged again.
    const weak = await challenged(phone, edge.port, credentials, registration());
    expect([weak?.status, weak?.text.match(/algorithm=[^,\s]+/g)]).toEqual([401, ['algorithm=SHA-256']]);
    const taken = await challenged(phone, edge.port, credentials, { ...registration(), hash: 'sha256' });
    expect(taken?.status).toBe(200);
    // Telephone systems call by the number of whoever calls: this one was let in from there.
    expect(await asked(invitation(['From: <sip:200@sip.example.com>;tag=c']))).toEqual(['algorithm=SHA-256']);
    const other = await makeTrunk(app);
    expect(await asked(registration(other.credentials.username))).toEqual(['algorithm=MD5']);
  });

  test('by a wrong secret, for another name, or of a suspended account is refused', async () => {
    const wrong = { ...trunk.credentials, secret: 'guessed' };
    expect((await challenged(phone, edge.port, wrong, registration()))?.status).toBe(403);
    const other = registration(undefined, ['To: <sip:tl000000000000@sip.example.com>']);
    const named = {
      ...other,
      more: other.more?.filter((line) => !line.includes(`To: <sip:${trunk.credentials.username}`)),
    };
    expect((await challenged(phone, edge.port, trunk.credentials, named))?.status).toBe(403);
    await suspend(app, trunk.person);
    expect((await challenged(phone, edge.port, trunk.credentials, registration()))?.status).toBe(403);
    const kept = await app.deps.db.select().from(sipLocation);
    expect(kept.filter(({ username }) => username === trunk.credentials.username)).toEqual([]);
  });

  test('is refused in words for an eleventh telephone; one of the ten registers again', async () => {
    const at = (place: number) => registration(undefined, [`Contact: <sip:desk${place}@127.0.0.1:${phone.port}>`]);
    for (let place = 1; place <= 10; place++) {
      expect((await challenged(phone, edge.port, trunk.credentials, at(place)))?.status).toBe(200);
    }
    const answer = await challenged(phone, edge.port, trunk.credentials, at(11));
    expect(answer?.first).toBe('SIP/2.0 403 Too Many Telephones Are Registered');
    expect((await challenged(phone, edge.port, trunk.credentials, at(10)))?.status).toBe(200);
  });

  test('is not taken twice by the same digest', async () => {
    const options = registration();
    phone.send(request(phone, options), edge.port);
    const challenge = there(await phone.next(), 'no challenge');
    const digest = answerTo(challenge, trunk.credentials, { method: 'REGISTER', uri: options.uri });
    const again = (cseq: number) => request(phone, { ...options, cseq, more: [...(options.more ?? []), digest] });
    phone.send(again(2), edge.port);
    expect((await phone.next())?.status).toBe(200);
    phone.send(again(3), edge.port);
    const second = await phone.next();
    expect(second?.status).toBe(401);
    expect(second?.text).toContain('stale=true');
  });
});

describe('a call', () => {
  /** The request to the carrier, which refuses it. */
  async function dialled(options: RequestOptions) {
    const asked = challenged(phone, edge.port, trunk.credentials, options);
    const invite = await carrier.next();
    if (invite) {
      const via = invite.text.split('\r\n').filter((line) => line.startsWith('Via:'));
      const same = ['From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${invite.header(name)}`);
      carrier.send(
        ['SIP/2.0 486 Busy Here', ...via, ...same, `To: ${invite.header('To')};tag=c`, 'Content-Length: 0'],
        edge.port,
      );
    }
    expect((await asked)?.status).toBe(486);
    if (!invite) return null;
    // The edge confirms that it has received it.
    expect((await carrier.next())?.first).toStartWith('ACK');
    expect(await endOf(trunk)).toMatchObject({ callerId: 'anonymous', status: 'busy', actualCost: '0.0000' });
    return invite;
  }

  test('shows nothing that its telephone system claims, and nothing of where it came from', async () => {
    const forged = [
      'P-Asserted-Identity: <sip:+442079460000@bank.example>',
      'P-Preferred-Identity: <sip:+442079460000@bank.example>',
      'Remote-Party-ID: <sip:+442079460000@bank.example>',
      'Diversion: <sip:+442079460000@bank.example>',
      'History-Info: <sip:+442079460000@bank.example>;index=1',
      'X-Account: somebody else',
      'Company-Ticket: 4711',
      'User-Agent: Old PBX 1.0',
      'From: "Your Bank" <sip:+442079460000@bank.example>;tag=f',
    ];
    const invite = await dialled(invitation(forged));
    expect(invite?.first).toBe(`INVITE sip:+447911123456@127.0.0.1:${carrier.port} SIP/2.0`);
    expect(invite?.header('From')).toContain('"Anonymous" <sip:anonymous@anonymous.invalid>');
    for (const word of [
      '442079460000',
      'bank.example',
      'Your Bank',
      'X-Account',
      'Company-Ticket',
      'Old PBX',
      trunk.credentials.username,
      `:${phone.port}`,
      'nonce',
    ]) {
      expect(invite?.text).not.toContain(word);
    }
  });

  test('goes to the carrier, whatever its address and its route say', async () => {
    const elsewhere = await openTelephone(CARRIER_ADDRESS);
    const there = `${CARRIER_ADDRESS}:${elsewhere.port}`;
    const maddr = `sip:+447911123456@127.0.0.1:${elsewhere.port};maddr=${CARRIER_ADDRESS}`;
    for (const claimed of [
      invitation([`Route: <sip:${there};lr>`]),
      invitation([], maddr),
      invitation([], `sip:+447911123456@${there}`),
    ]) {
      const invite = await dialled(claimed);
      expect(invite?.first).toBe(`INVITE sip:+447911123456@127.0.0.1:${carrier.port} SIP/2.0`);
      expect(invite?.text).not.toContain(`:${elsewhere.port}`);
    }
    expect(await elsewhere.next(300)).toBeNull();
    elsewhere.close();
  });

  test('goes nowhere without its secret, inside a dialog that is none, or by another method', async () => {
    const elsewhere = await openTelephone();
    const there = `sip:far@127.0.0.1:${elsewhere.port}`;
    const routes = [`Route: <sip:127.0.0.1:${edge.port};lr>, <sip:127.0.0.1:${elsewhere.port};lr>`];
    const within = [...routes, 'To: <sip:far@sip.example.com>;tag=made-up'];
    const said = async (method: string, more: readonly string[]) => {
      phone.send(request(phone, { method, uri: there, callId: crypto.randomUUID(), more }), edge.port);
      return (await phone.next(500))?.status ?? 'nothing';
    };
    expect(await said('INVITE', routes)).toBe(407);
    expect(await said('BYE', within)).toBe(481);
    expect(await said('INVITE', within)).toBe(481);
    expect(await said('ACK', within)).toBe('nothing');
    expect(await said('MESSAGE', routes)).toBe(405);
    expect(await said('REFER', within)).toBe(405);
    const wrong = { ...trunk.credentials, secret: 'guessed' };
    expect((await challenged(phone, edge.port, wrong, invitation()))?.status).toBe(403);
    expect(await elsewhere.next(300)).toBeNull();
    expect(await carrier.next(100)).toBeNull();
    elsewhere.close();
  });

  test('to a closed destination, or to what is no number, is refused', async () => {
    const to = (number: string) =>
      challenged(phone, edge.port, trunk.credentials, invitation([], `sip:${number}@127.0.0.1:${edge.port}`));
    expect((await to('+881612345678'))?.first).toBe('SIP/2.0 403 Destination Closed');
    expect((await to('1234'))?.status).toBe(484);
    expect(await callsOf(trunk.person)).toEqual([]);
  });

  test('to an emergency number is refused at once, in words, with or without a secret', async () => {
    for (const number of ['999', '112', '911', '+112', '17', '144;phone-context=+43', '000']) {
      phone.send(request(phone, invitation([], `sip:${number}@127.0.0.1:${edge.port}`)), edge.port);
      const answer = await phone.next();
      expect(answer?.first).toBe('SIP/2.0 403 Emergency Calls Are Not Carried');
      expect(answer?.header('Warning')).toContain('Use another telephone');
    }
    expect(await callsOf(trunk.person)).toEqual([]);
  });

  test('answers a carrier’s challenge with the secret of its route', async () => {
    const asked = challenged(phone, edge.port, trunk.credentials, invitation());
    const first = await carrier.next();
    const refusal = (to: typeof first, line: string, more: readonly string[] = []) => {
      const via = to?.text.split('\r\n').filter((each) => each.startsWith('Via:')) ?? [];
      const same = ['From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${to?.header(name)}`);
      carrier.send([line, ...via, ...same, `To: ${to?.header('To')};tag=c`, ...more, 'Content-Length: 0'], edge.port);
    };
    refusal(first, 'SIP/2.0 407 Proxy Authentication Required', [
      'Proxy-Authenticate: Digest realm="carrier.example", nonce="n1", algorithm=MD5, qop="auth"',
    ]);
    expect((await carrier.next())?.first).toStartWith('ACK');
    const second = await carrier.next();
    expect(second?.header('Proxy-Authorization')).toContain('username="us"');
    expect(second?.header('Proxy-Authorization')).toContain('realm="carrier.example"');
    refusal(second, 'SIP/2.0 486 Busy Here');
    expect((await asked)?.status).toBe(486);
  });
});

test('scanners, oversized messages and questions without the token get nothing', async () => {
  const quiet = async (more: readonly string[]) => {
    const options = { method: 'OPTIONS', uri: home(), callId: crypto.randomUUID(), more };
    phone.send(request(phone, options), edge.port);
    return phone.next(300);
  };
  expect((await quiet([]))?.status).toBe(200);
  expect(await quiet(['User-Agent: friendly-scanner'])).toBeNull();
  expect(await quiet([`X-Filler: ${'a'.repeat(20_000)}`])).toBeNull();
  const rpc = await fetch(edge.rpcUrl, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"dlg.list"}' });
  expect(rpc.status).toBe(404);
  const byWeb = await fetch(`http://127.0.0.1:${edge.port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PROXY_TOKEN}` },
    body: '{"jsonrpc":"2.0","id":1,"method":"dlg.list"}',
  });
  expect(byWeb.status).toBe(404);
});

test('whoever guesses secrets gets no answer for a while, and nobody beside them is kept out', async () => {
  const own = await startEdge(app);
  const desk = await openTelephone();
  const asked = (from: Telephone, { credentials }: Trunk, secret = credentials.secret) =>
    challenged(from, own.port, { ...credentials, secret }, registration(credentials.username));
  expect((await asked(desk, trunk))?.status).toBe(200);
  for (let guess = 1; guess <= 10; guess++) {
    expect((await asked(phone, trunk, 'guessed'))?.status).toBe(403);
  }
  expect(await asked(phone, trunk), 'the right one comes too late').toBeNull();
  expect((await asked(desk, trunk))?.status, 'who was let in by that name').toBe(200);
  expect((await asked(phone, await makeTrunk(app)))?.status, 'another name there').toBe(200);
  const elsewhere = await openTelephone(CARRIER_ADDRESS);
  expect((await asked(elsewhere, trunk))?.status, 'the same name elsewhere').toBe(200);
  for (const line of [desk, elsewhere]) line.close();
  await own.stop();
}, 90_000);

test('telephones that know MD5 only meet nothing else; who asks for SHA-256 gets it', async () => {
  const challenges = async (more: readonly string[] = []) => {
    phone.send(request(phone, { ...registration(), more: [...(registration().more ?? []), ...more] }), edge.port);
    const answer = await phone.next();
    return answer?.text.split('\r\n').filter((line) => line.startsWith('WWW-Authenticate:'));
  };
  expect(await challenges()).toEqual([expect.stringContaining('algorithm=MD5')]);
  const asking = `Authorization: Digest username="a", realm="${REALM}", nonce="0", uri="sip:a", response="0", algorithm=SHA-256`;
  expect(await challenges([asking])).toEqual([expect.stringContaining('algorithm=SHA-256')]);
});

test('a trunk has its calls a second, and others have theirs', async () => {
  const own = await startEdge(app, { SIP_CALLS_A_SECOND: '3' });
  const other = await makeTrunk(app);
  const closed = invitation([], `sip:+881612345678@127.0.0.1:${own.port}`);
  const calls = async ({ credentials }: Trunk, count: number) => {
    const lines = await Promise.all(Array.from({ length: count }, () => openTelephone()));
    const answers = await Promise.all(
      lines.map((line) => challenged(line, own.port, credentials, { ...closed, callId: crypto.randomUUID() })),
    );
    for (const line of lines) line.close();
    return answers.map((answer) => answer?.status);
  };
  const [many, one] = await Promise.all([calls(trunk, 8), calls(other, 1)]);
  expect(many.filter((status) => status === 503).length).toBeGreaterThan(0);
  expect(many).toContain(403);
  expect(one).toEqual([403]);
  await own.stop();
});

test('a trunk whose owner wants fewer calls a second has no more, wherever they come from', async () => {
  const slow = await makeTrunk(app);
  await app.deps.sql`update voice_packages set calls_a_second = 1 where id = ${slow.trunkId}`;
  const lines = await Promise.all([openTelephone(), openTelephone('127.0.0.3')]);
  const uri = `sip:447911123456@127.0.0.1:${edge.port}`;
  const refused = lines.map(async (line) => {
    const invite = { method: 'INVITE', uri, callId: crypto.randomUUID() };
    const answer = await challenged(line, edge.port, slow.credentials, invite);
    if (answer?.first !== 'SIP/2.0 503 Too Many Calls A Second') throw new Error(answer?.first);
    return answer.header('Retry-After');
  });
  expect(await Promise.any(refused)).toBe('1');
  await Promise.allSettled(refused);
  for (const line of lines) line.close();
});

test('an address that floods gets no answer for a while; a carrier, which sends the calls of many, does', async () => {
  const own = await startEdge(app, { SIP_FLOOD: '20' });
  await knowsCarriers(own, ['sandbox']);
  const caller = await openTelephone(CARRIER_ADDRESS);
  const ask = (from: Telephone) =>
    from.send(request(from, { method: 'OPTIONS', uri: home(), callId: crypto.randomUUID() }), own.port);
  for (let count = 1; count <= 60; count++) ask(caller);
  for (let count = 1; count <= 60; count++) expect((await caller.next(10_000))?.status).toBe(200);
  await eventually('the address is not answered any more', async () => {
    for (let count = 1; count <= 60; count++) ask(phone);
    let answered = 0;
    while (await phone.next(500)) answered += 1;
    return answered === 0;
  });
  expect(JSON.stringify(await askEdge(own.rpcUrl, 'htable.dump', ['banned']))).toContain('127.0.0.1');
  ask(caller);
  expect((await caller.next(10_000))?.status).toBe(200);
  caller.close();
  await own.stop();
});
