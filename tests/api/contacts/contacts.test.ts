import { type SQL, sql as template } from 'drizzle-orm';
import { z } from 'zod';
import { audienceSql, newestFirst } from '../../../src/services/contacts/contacts.ts';
import { contact, importContacts, listContactLists, listContacts } from '../../../src/services/contacts/contract.ts';
import { listConversations } from '../../../src/services/inbox/contract.ts';
import { quoteSms, smsMessage } from '../../../src/services/messaging/contract.ts';
import { listSmsRecipients } from '../../../src/services/messaging/history-contract.ts';
import { balanceOf, funded, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAnswer, readAs, comeIn, newNumber, send } from '../../kit/index.ts';
import { planOf } from '../../kit/plan.ts';
import { bought } from '../numbers/numbers.ts';

const app = await appForFile({ background: false, env: { CONTACTS: '40', WEBHOOKS_TO_LOOPBACK: 'on' } });
const { sql } = app.deps;
const path = (of: TestActor, rest = '') => `/api/users/${of.id}/contacts${rest}`;
const add = async (of: TestActor, json: Record<string, unknown>) =>
  readAs(await of.as(path(of), { json: { number: newNumber(), ...json } }), contact);
const found = async (of: TestActor, query: string) =>
  (await readAnswer(of.as(path(of, `?${query}`)), listContacts)).map(({ name }) => name);

test('contacts are completed by number, searched by parts, kept within their bound, and come back as CSV', async () => {
  const owner = await signUp(app);
  const first = await add(owner, {
    number: '+44 7900 111 222',
    name: 'Zoë Müller',
    lists: ['vip'],
    optInSource: 'fair',
  });
  const again = await add(owner, { number: '+447900111222', fields: { town: 'Leeds' }, lists: ['news'] });
  expect(again).toMatchObject({ id: first.id, name: 'Zoë Müller', lists: ['news', 'vip'], fields: { town: 'Leeds' } });
  await add(owner, { name: '张伟', lists: ['news'] });
  for (const query of [
    'search=muller',
    'search=zo',
    'search=%2B44 7900-111',
    'search=(0)7900-111',
    'list=vip',
    'search=ller zoe',
  ])
    expect(await found(owner, query), query).toEqual(['Zoë Müller']);
  expect(await found(owner, 'search=%E5%BC%A0')).toEqual(['张伟']);
  expect(await found(owner, 'search=zz')).toEqual([]);
  expect(await readAnswer(owner.as(`/api/users/${owner.id}/contact-lists`), listContactLists)).toEqual({
    contacts: 2,
    lists: [
      { name: 'news', contacts: 2 },
      { name: 'vip', contacts: 1 },
    ],
    fields: ['town'],
  });
  const csv = await (await owner.as(path(owner, '.csv?list=vip'))).text();
  expect(csv).toContain(`,Zoë Müller,GB,"news, vip",,fair,Leeds`);
  const many = Array.from({ length: 38 }, () => ({ number: newNumber() }));
  const json = { contacts: [...many, { number: 'nobody' }], lists: ['file'] };
  const imported = await readAnswer(owner.as(path(owner, '/import'), { json }), importContacts);
  expect(imported).toEqual({ added: 38, completed: 0, refused: [38] });
  const repeated = await readAnswer(owner.as(path(owner, '/import'), { json }), importContacts);
  expect(repeated).toEqual({ added: 0, completed: 38, refused: [38] });
  await expectProblem(await owner.as(path(owner), { json: { number: newNumber() } }), 'not_allowed_now');
});

test('a list gets another name, its counts follow whatever changes, and each change is told', async () => {
  const owner = await signUp(app);
  const of = `/api/users/${owner.id}`;
  await owner.as(`${of}/webhooks`, {
    json: { name: 'All', url: 'https://127.0.0.1:9/hook', events: ['contacts-changed'] },
  });
  const lists = async () => (await readAnswer(owner.as(`${of}/contact-lists`), listContactLists)).lists;
  const ada = await add(owner, { name: 'Ada', lists: ['vip', 'news'] });
  await add(owner, { number: ada.number, lists: ['old'] });
  await owner.as(path(owner, `/${ada.id}`), { put: { lists: ['vip'], optedInAt: '2026-11-01T10:00:00Z' } });
  await owner.as(path(owner, `/${ada.id}`), { method: 'PUT', json: { optedInAt: null } });
  await owner.as(path(owner, '/import'), { json: { contacts: [{ number: newNumber() }], lists: ['news'] } });
  expect(await lists()).toEqual([
    { name: 'news', contacts: 1 },
    { name: 'vip', contacts: 1 },
  ]);
  const rename = (json: object) => owner.as(`${of}/contact-lists`, { method: 'PUT', json });
  const campaign = {
    name: 'Autumn',
    senderId: 'Topline',
    texts: ['Hello'],
    lists: ['vip'],
    startAt: '2027-01-01T10:00:00Z',
  };
  const made = await readAs(await owner.as(`${of}/campaigns`, { json: campaign }), z.object({ id: z.string() }));
  await expectProblem(await rename({ name: 'vip', to: 'news' }), 'validation_failed');
  await expectProblem(await rename({ name: 'none', to: 'new' }), 'not_found');
  expect((await rename({ name: 'vip', to: 'best' })).status).toBe(204);
  const renamed = await readAs(await owner.as(`${of}/campaigns/${made.id}`), z.object({ lists: z.string().array() }));
  expect(renamed.lists).toEqual(['best']);
  await expectProblem(await owner.as(path(owner, '?list=vip')), 'not_found');
  await expectProblem(await owner.as(path(owner, '.csv?list=vip')), 'not_found');
  expect(await found(owner, 'list=best')).toEqual(['Ada']);
  await sql`insert into contact_lists (user_id, name, contacts) values (${owner.id}, 'huge', 50001)`;
  await expectProblem(await rename({ name: 'huge', to: 'any' }), 'not_allowed_now');
  await sql`update contact_lists set contacts = 50000 where user_id = ${owner.id} and name = 'huge'`;
  expect((await rename({ name: 'huge', to: 'any' })).status).toBe(204);
  await sql`delete from contact_lists where user_id = ${owner.id} and name = 'huge'`;
  expect((await owner.as(path(owner, `/${ada.id}`), { method: 'DELETE' })).status).toBe(204);
  expect(await lists()).toEqual([{ name: 'news', contacts: 1 }]);
  const told = await sql<
    { change: string }[]
  >`select body::jsonb #>> '{data,change}' as change from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id where w.user_id = ${owner.id} order by d.id`;
  expect(told.map(({ change }) => change)).toEqual([
    ...['created', 'changed', 'opted-in', 'opted-out', 'imported', 'list-renamed', 'list-renamed', 'deleted'],
  ]);
});

test('a message goes to a list as it is when it is accepted, with each name in it', async () => {
  const owner = await funded(app, '10.00');
  const typed = newNumber();
  const ada = await add(owner, { name: 'Ada', lists: ['vip'] });
  const grace = await add(owner, { name: 'Grace', lists: ['vip'] });
  await add(owner, { lists: ['other'] });
  const order = { senderId: 'Topline', recipients: [ada.number, typed], contacts: { lists: ['vip'] } };
  const message = 'Dear {Name}';
  const sms = `/api/users/${owner.id}/sms`;
  const quoted = (json: object) => readAnswer(owner.as(`${sms}/quote`, { json: { ...order, ...json } }), quoteSms);
  expect((await quoted({ message: 'Hello' })).total).toBe('0.0900');
  const left = { total: '0.0300', unfilled: 2 };
  expect(await quoted({ message, leaveOutUnfilled: true }), 'as a campaign').toMatchObject(left);
  await expectProblem(await owner.as(sms, { json: { ...order, message } }), 'validation_failed');
  const json = { ...order, recipients: [], message };
  const sent = await readAs(await owner.as(sms, { json }), smsMessage);
  const texts = await readAnswer(owner.as(`${sms}/${sent.id}/recipients`), listSmsRecipients);
  expect(texts.map(({ number, text }) => [number, text])).toEqual([
    [grace.number, 'Dear Grace'],
    [ada.number, 'Dear Ada'],
  ]);
  expect(await balanceOf(owner)).toBe('9.94');
  await expectProblem(await owner.as(sms, { json: { ...json, contacts: { lists: ['none'] } } }), 'validation_failed');
});

test('a text that is taken back, and a person who is removed, are nowhere any more; the charge and the opt-out stay', async () => {
  const owner = await funded(app, '100.00');
  const { number: own } = await bought(owner);
  await owner.as(`/api/users/${owner.id}/webhooks`, {
    json: { name: 'All', url: 'https://127.0.0.1:9/hook', events: ['message-received', 'message-status'] },
  });
  const person = await add(owner, { name: 'Secretperson' });
  const theirs = person.number;
  await comeIn(app, { from: theirs, to: own, text: 'Secretwords came' });
  const headers = { 'idempotency-key': 'once' };
  const json = { senderId: own, recipients: [theirs], message: 'Secretwords went' };
  const sent = await readAs(await owner.as(`/api/users/${owner.id}/sms`, { json, headers }), smsMessage);
  await send(owner, [theirs, newNumber()], 'To both');
  const [conversation] = await readAnswer(owner.as(`/api/users/${owner.id}/conversations`), listConversations);
  const messages = `/api/users/${owner.id}/conversations/${conversation?.id}/messages`;
  const [came] = await readAs(await owner.as(messages), z.object({ id: z.string() }).array());
  const reply = () =>
    owner.as(messages, { json: { message: 'Secretwords back' }, headers: { 'idempotency-key': 'back' } });
  const replied = await readAs(await reply(), smsMessage);
  const [went] = await readAs(await owner.as(messages), z.object({ id: z.string() }).array());
  await owner.as(`/api/users/${owner.id}/opt-outs`, { json: { number: theirs } });
  const erase = () => owner.as(path(owner, '/erase'), { json: { number: theirs } });
  await expectProblem(await erase(), 'not_allowed_now');
  await sql`update sms_recipients set status = 'delivered' where number = ${theirs}`;
  await sql`update sms_messages set queued_count = 0 where user_id = ${owner.id}`;
  const text = `/api/users/${owner.id}/sms/${sent.id}/text`;
  expect((await owner.as(text, { method: 'DELETE' })).status).toBe(204);
  const repeated = await readAs(await owner.as(`/api/users/${owner.id}/sms`, { json, headers }), smsMessage);
  expect(repeated).toMatchObject({ id: sent.id, message: '', cost: sent.cost });
  expect((await owner.as(`${messages}/${came?.id}/text`, { method: 'DELETE' })).status).toBe(204);
  expect((await owner.as(`${messages}/${went?.id}/text`, { method: 'DELETE' })).status).toBe(204);
  expect(await readAs(await reply(), smsMessage)).toMatchObject({ id: replied.id, message: '' });
  expect(await whereStands('Secretwords')).toEqual([]);
  expect((await erase()).status).toBe(204);
  expect(await whereStands('Secretperson')).toEqual([]);
  expect((await whereStands(theirs)).filter((table) => table !== 'events')).toEqual(['audit_log', 'opt_outs']);
});

/** The tables in which a text stands, but the simulated carriers', which play other people's servers. */
async function whereStands(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'sandbox%' order by 1`;
  const held = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql.unsafe(`select from "${name}" t where strpos(t::text, $1) > 0 limit 1`, [text]);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return held.flat();
}

const indexesBy = async (query: SQL) => (await planOf(app.deps.db, query)).filter((node) => node['Index Name']);

test('a search among 30,000 contacts of one account and others reads those that may match by the index', async () => {
  const [owner, other] = [await signUp(app), await signUp(app)];
  for (const { id } of [owner, other]) {
    await sql`insert into contacts (id, user_id, number, country, fields, lists, search, created_at)
      select gen_random_uuid(), ${id}, '+4479' || lpad(n::text, 8, '0'), 'GB', '{}', array['list' || n % 3],
        ' 4479' || lpad(n::text, 8, '0') || ' first' || n % 5000 || ' last' || n, now() from generate_series(1, 30000) n`;
  }
  await sql`vacuum analyze contacts`;
  for (const search of ['last27777', 'first4999 last49', '447900027777']) {
    const reading = await indexesBy(template`
      select * from contacts where ${audienceSql(owner.id, { search, lists: [] })} order by id desc limit 101`);
    expect(reading.map((node) => node['Index Name'])).toEqual(['contacts_search']);
    expect(reading[0]?.['Actual Rows']).toBeLessThan(500);
  }
  await sql`update contacts set lists = lists || 'rare'::text where user_id = ${owner.id} and number like '+44790000001%'`;
  await sql`analyze contacts`;
  for (const [list, size, most] of [
    ['rare', 10, 11],
    ['list1', 10_000, 500],
  ] as const) {
    const reading = await indexesBy(template`
      select * from contacts where ${audienceSql(owner.id, { search: '', lists: [list] })}
      order by ${newestFirst({ size, all: 30_000, limit: 101 })} limit 101`);
    expect(reading.map((node) => node['Index Name'])).toEqual([size < 100 ? 'contacts_search' : 'contacts_page']);
    expect((reading[0]?.['Rows Removed by Filter'] ?? 0) + (reading[0]?.['Actual Rows'] ?? 0)).toBeLessThan(most);
  }
}, 60_000);
