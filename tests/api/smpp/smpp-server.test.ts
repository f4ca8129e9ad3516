import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { smppAccount } from '../../../src/services/smpp/contract.ts';
import { claimDeliveries } from '../../../src/services/smpp/deliveries.ts';
import { dropIncomplete } from '../../../src/services/smpp/join-parts.ts';
import { STATUS } from '../../../src/services/smpp/statuses.ts';
import { bought } from '../numbers/numbers.ts';
import { freePort } from '../../kit/free-port.ts';
import { selfSigned } from '../../kit/self-signed.ts';
import { comeIn, newNumber, readMessage, funded, makeAdmin, type TestActor } from '../../kit/index.ts';
import { appForFile, eventually, forFile, readAs, startTestApp } from '../../kit/index.ts';
import { Gateway, type Login, textOf } from './gateway.ts';

const [port, otherPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
const { key, cert } = await selfSigned('localhost');
const files = { key: join(tmpdir(), `smpp-${port}.key`), cert: join(tmpdir(), `smpp-${port}.crt`) };
await writeFile(files.key, key);
await writeFile(files.cert, cert);
const app = await appForFile({
  soundBooks: true,
  env: {
    SMPP_LISTEN: `127.0.0.1:${port}`,
    SMPP_LISTEN_TLS: `127.0.0.1:${tlsPort}`,
    SMPP_TLS_CERT: files.cert,
    SMPP_TLS_KEY: files.key,
  },
});
/** A second process on the same database. */
await forFile(startTestApp({ beside: app, env: { SMPP_LISTEN: `127.0.0.1:${otherPort}` } }));

const open: Gateway[] = [];
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.leave();
});
function connect(at = port, tls = false): Gateway {
  const gateway = new Gateway(at, tls);
  open.push(gateway);
  return gateway;
}

const settings = {
  addresses: [],
  binds: 2,
  openRequests: 10,
  perSecond: 100,
  receives: true,
  cheaperSpelling: false,
};
const pathOf = ({ id }: TestActor) => `/api/users/${id}/smpp-accounts`;

const accountOf = (person: TestActor, more = {}): Promise<Login & { id: string }> =>
  readAs(
    person.withCookie(pathOf(person), { json: { ...settings, ...more } }),
    smppAccount.extend({ password: z.string() }),
  );
async function bound(login: Login, at = port, role?: 'receiver' | 'transmitter'): Promise<Gateway> {
  const gateway = connect(at);
  expect(await gateway.bind(login, role)).toBe(STATUS.ok);
  return gateway;
}
const chargesOf = async ({ id }: TestActor): Promise<number> => {
  const [row] = await app.deps.sql<{ count: number }[]>`
    select count(*)::int as count from transactions where user_id = ${id} and type = 'sms_charge'`;
  return row?.count ?? -1;
};

const allDelivered = (person: TestActor) =>
  eventually('nothing is left to deliver', async () => {
    return (await app.deps.sql`select from smpp_deliveries where user_id = ${person.id}`).length === 0;
  });

test('a message is charged before it is answered, and its report comes to the gateway, once over two processes', async () => {
  const person = await funded(app, '10.00');
  const login = await accountOf(person);
  const [here, there] = [await bound(login), await bound(login, otherPort)];
  const number = newNumber();
  const answer = await here.submit(number, 'Grüße', { registered_delivery: 1 });
  expect(answer?.command_status).toBe(STATUS.ok);
  expect(await chargesOf(person)).toBe(1);
  const id = answer?.message_id ?? '';
  expect(await readMessage(person, id)).toMatchObject({ recipients: [number], message: 'Grüße', senderId: 'Topline' });
  // A report never comes before the answer to its submission.
  app.clock.advance(999);
  await eventually('the report is in line', async () => {
    const rows = await app.deps.sql`select from smpp_deliveries where user_id = ${person.id}`;
    return rows.length === 1;
  });
  expect(await claimDeliveries(app.deps, login.id, 10)).toEqual([]);
  app.clock.advance(1);
  const [report] = await eventually('a report', async () => {
    const all = [...here.delivered, ...there.delivered];
    return all.length > 0 && all;
  });
  expect(report).toMatchObject({ receipted_message_id: id, message_state: 2, esm_class: 4 });
  expect(report && textOf(report)).toMatch(new RegExp(`^id:${id} sub:001 dlvrd:001 .*stat:DELIVRD err:000`));
  await allDelivered(person);
  expect(here.delivered.length + there.delivered.length).toBe(1);
});

test('deliveries wait while nobody is bound, and come again where they are not answered', async () => {
  const person = await funded(app, '100.00');
  const { number } = await bought(person);
  const login = await accountOf(person);
  await accountOf(person, { receives: false });
  await comeIn(app, { from: '+447911000042', to: number, text: 'Здравствуйте' });
  const deaf = connect(otherPort);
  deaf.answerWith = null;
  expect(await deaf.bind(login, 'receiver')).toBe(STATUS.ok);
  await eventually('it is delivered', async () => deaf.delivered.length === 1);
  await deaf.leave();
  const gateway = await bound(login);
  const message = await eventually('it is delivered again', async () => gateway.delivered[0]);
  expect(message).toMatchObject({ source_addr: '447911000042', destination_addr: number.slice(1), data_coding: 8 });
  expect(
    Buffer.isBuffer(message.short_message) && Buffer.from(message.short_message).swap16().toString('utf16le'),
  ).toBe('Здравствуйте');
  await eventually('it is gone', async () => {
    const rows = await app.deps.sql`select from smpp_deliveries where user_id = ${person.id}`;
    return rows.length === 0;
  });
});

test.each([
  [3.3, 0x33, false],
  [5.0, 0x50, true],
])('a gateway of SMPP %p gets what its version has', async (_, version, takesParameters) => {
  const person = await funded(app, '100.00');
  const { number } = await bought(person);
  const gateway = connect();
  gateway.version = version;
  expect(await gateway.bind(await accountOf(person))).toBe(STATUS.ok);
  const sent = await gateway.submit(newNumber(), 'Hello', { registered_delivery: 1 });
  app.clock.advance(1000);
  const report = await eventually('a report', async () => gateway.delivered[0]);
  expect(textOf(report)).toStartWith(`id:${sent?.message_id} `);
  expect([report.receipted_message_id, report.message_state]).toEqual(
    takesParameters ? [sent?.message_id, 2] : [undefined, undefined],
  );
  await comeIn(app, { from: '+447911000043', to: number, text: 'Long. '.repeat(50) });
  const parts = await eventually(
    'the text',
    async () => gateway.delivered.length === (takesParameters ? 2 : 3) && gateway.delivered.slice(1),
  );
  const header = takesParameters ? 0 : 6;
  expect(parts.map((part) => textOf(part).slice(header)).join('')).toBe('Long. '.repeat(50));
  const octets = parts.map(({ short_message: each }) => (Buffer.isBuffer(each) ? [...each.subarray(0, 6)] : []));
  const reference = octets[0]?.[3] ?? -1;
  expect(octets).toEqual(takesParameters ? [[]] : [1, 2].map((place) => [5, 0, 3, reference, 2, place]));
  expect(parts.map((part) => part.esm_class)).toEqual(takesParameters ? [0] : [0x40, 0x40]);
  await allDelivered(person);
});

test('parts are one message, charged once with the last of them; the order does not count', async () => {
  const person = await funded(app, '10.00');
  const gateway = await bound(await accountOf(person));
  const number = newNumber();
  const utf16 = Buffer.from('я'.repeat(66) + '😀' + 'ю'.repeat(20), 'utf16le').swap16();
  // The first part ends within a character.
  const [first, second] = [utf16.subarray(0, 134), utf16.subarray(134)];
  const part = (place: number, octets: Buffer) =>
    gateway.submit(number, '', {
      ...{ esm_class: 0x40, data_coding: 8 },
      short_message: Buffer.concat([Buffer.from([5, 0, 3, 77, 2, place]), octets]),
    });
  const last = await part(2, second);
  expect([last?.command_status, await chargesOf(person)]).toEqual([STATUS.ok, 0]);
  const whole = await part(1, first);
  expect([whole?.command_status, await chargesOf(person)]).toEqual([STATUS.ok, 1]);
  expect(whole?.message_id).toBe(last?.message_id);
  const { message, parts } = await readMessage(person, whole?.message_id ?? '');
  expect([message, parts]).toEqual(['я'.repeat(66) + '😀' + 'ю'.repeat(20), 2]);
  // The same number by which parts are joined is used again, for another message. One of its parts asks for a report.
  const sar = (place: number, text: string, more = {}) =>
    gateway.submit(number, text, {
      ...{ sar_msg_ref_num: 77, sar_total_segments: 2, sar_segment_seqnum: place },
      ...more,
    });
  await sar(1, 'Hello ', { registered_delivery: 1 });
  const joined = await sar(2, 'there');
  expect((await readMessage(person, joined?.message_id ?? '')).message).toBe('Hello there');
  expect(await chargesOf(person)).toBe(2);
  app.clock.advance(1000);
  const report = await eventually('its report', async () => gateway.delivered[0]);
  expect(report.receipted_message_id).toBe(joined?.message_id);
});

test('a message of which a part never comes is not charged, and is told of as expired', async () => {
  const person = await funded(app, '10.00');
  const gateway = await bound(await accountOf(person));
  const part = await gateway.submit(newNumber(), 'Half', {
    ...{ sar_msg_ref_num: 1, sar_total_segments: 2, sar_segment_seqnum: 1, registered_delivery: 1 },
  });
  app.clock.advance(11 * 60_000);
  await dropIncomplete(app.deps);
  const report = await eventually('its report', async () => gateway.delivered[0]);
  expect([report.receipted_message_id, report.message_state]).toEqual([part?.message_id, 3]);
  expect(await chargesOf(person)).toBe(0);
});

test('each refusal has its status, and charges nothing', async () => {
  const person = await funded(app, '1.00');
  const login = await accountOf(person, { openRequests: 2, perSecond: 2 });
  expect(await connect().bind({ ...login, password: 'wrong' })).toBe(STATUS.badPassword);
  expect(await connect().bind({ ...login, systemId: `${login.systemId}x` })).toBe(STATUS.badPassword);
  const elsewhere = await accountOf(person, { addresses: ['192.0.2.0/24'] });
  expect(await connect().bind(elsewhere)).toBe(STATUS.bindFailed);
  const receiver = await bound(login, otherPort, 'receiver');
  expect((await receiver.submit(newNumber(), 'Hello'))?.command_status).toBe(STATUS.badBindState);
  const calm = await bound(await accountOf(person));
  expect(await connect().bind(login)).toBe(STATUS.ok);
  expect(await connect().bind(login)).toBe(STATUS.alreadyBound);
  const statusOf = async (to: string, text: string, more = {}) => (await calm.submit(to, text, more))?.command_status;
  expect(await statusOf('+123', 'Hello')).toBe(STATUS.badDestination);
  expect(await statusOf(newNumber(), 'Hello', { source_addr: 'A name too long' })).toBe(STATUS.badSource);
  expect(
    await statusOf(newNumber(), 'x'.repeat(1601), {
      short_message: '',
      message_payload: Buffer.from('x'.repeat(1601)),
    }),
  ).toBe(STATUS.tooLong);
  const past = new Date(app.clock.now().getTime() - 3_600_000);
  expect(await statusOf(newNumber(), 'Hello', { schedule_delivery_time: past })).toBe(STATUS.badSchedule);
  expect(await chargesOf(person)).toBe(0);
  const poor = await funded(app, '0.01');
  const broke = await bound(await accountOf(poor));
  expect((await broke.submit(newNumber(), 'Hello'))?.command_status).toBe(STATUS.noCredit);
  const hasty = await bound(await accountOf(person, { perSecond: 2 }));
  const answers = await Promise.all(Array.from({ length: 3 }, () => hasty.submit(newNumber(), 'Hello')));
  expect(answers.map((answer) => answer?.command_status).toSorted()).toEqual([0, 0, STATUS.throttled]);
});

test('several numbers, a question, a cancellation and the cheaper spelling', async () => {
  const person = await funded(app, '10.00');
  const gateway = await bound(await accountOf(person));
  const numbers = [newNumber(), newNumber()];
  const later = new Date(app.clock.now().getTime() + 3_600_000);
  const many = await gateway.ask('submit_multi', {
    ...{ source_addr: 'Topline', data_coding: 3, short_message: Buffer.from('Caf\xe9', 'latin1') },
    ...{ schedule_delivery_time: later, registered_delivery: 1 },
    dest_address: numbers.map((number) => ({ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: number.slice(1) })),
  });
  expect(many?.command_status).toBe(STATUS.ok);
  const id = many?.message_id ?? '';
  const found = await readMessage(person, id);
  expect(found).toMatchObject({ message: 'Café', recipientCount: 2, sendAt: later.toISOString() });
  expect(await gateway.ask('query_sm', { message_id: id })).toMatchObject({ command_status: 0, message_state: 0 });
  const stranger = await bound(await accountOf(await funded(app, '1.00')));
  expect((await stranger.ask('query_sm', { message_id: id }))?.command_status).toBe(STATUS.queryFailed);
  expect((await stranger.ask('cancel_sm', { message_id: id }))?.command_status).toBe(STATUS.cannotCancel);
  expect((await gateway.ask('cancel_sm', { message_id: id }))?.command_status).toBe(STATUS.ok);
  expect((await readMessage(person, id)).status).toBe('cancelled');
  app.clock.advance(1000);
  const reports = await eventually('both reports', async () => gateway.delivered.length === 2 && gateway.delivered);
  expect(reports.map((each) => each.message_state)).toEqual([4, 4]);
  const thrifty = await bound(await accountOf(person, { cheaperSpelling: true }));
  const curly = Buffer.from(`“${'x'.repeat(80)}”`, 'utf16le').swap16();
  const cheap = await thrifty.submit(newNumber(), '', { data_coding: 8, short_message: '', message_payload: curly });
  expect((await readMessage(person, cheap?.message_id ?? '')).message).toBe(`"${'x'.repeat(80)}"`);
  const data = await gateway.ask('data_sm', {
    ...{
      source_addr: 'Topline',
      destination_addr: newNumber().slice(1),
      message_payload: Buffer.from('Data'),
    },
  });
  expect((await readMessage(person, data?.message_id ?? '')).message).toBe('Data');
});

test('a bind ends with its key, and with its account, at once and in every process', async () => {
  const person = await funded(app, '10.00');
  const [login, second] = [await accountOf(person), await accountOf(person)];
  const [ended, kept] = [await bound(login, otherPort), await bound(second, otherPort)];
  const shown = await readAs(
    person.withCookie(pathOf(person)),
    z.object({ port: z.number(), accounts: smppAccount.array() }),
  );
  expect(shown.port).toBe(port);
  expect(shown.accounts.map(({ systemId, bound: { length } }) => [systemId, length])).toEqual([
    [second.systemId, 1],
    [login.systemId, 1],
  ]);
  const keys = await person.withCookie(`/api/users/${person.id}/api-keys`);
  expect(await keys.json()).toHaveLength(1);
  await person.withCookie(`/api/users/${person.id}/api-keys/${login.id}`, { method: 'DELETE' });
  await ended.closed;
  expect(await connect().bind(login)).toBe(STATUS.badPassword);
  expect((await kept.submit(newNumber(), 'Still here'))?.command_status).toBe(STATUS.ok);
  const admin = await makeAdmin(app);
  await admin.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });
  await kept.closed;
  expect(await connect().bind(second)).toBe(STATUS.bindFailed);
});

test('by TLS, and with octets that are no SMPP', async () => {
  const person = await funded(app, '10.00');
  const login = await accountOf(person);
  const secure = connect(tlsPort, true);
  await new Promise((resolve) => secure.session.on('secureConnect', resolve));
  expect(await secure.bind(login)).toBe(STATUS.ok);
  expect((await secure.submit(newNumber(), 'Hello'))?.command_status).toBe(STATUS.ok);
  for (const octets of ['00000010000000FF0000000000000001', 'ffffffff00000004', '0000001100000004000000000000000141']) {
    const hostile = connect();
    hostile.session.socket.write(Buffer.from(octets, 'hex'));
    await hostile.leave();
  }
  expect(await connect().bind(login)).toBe(STATUS.ok);
});
