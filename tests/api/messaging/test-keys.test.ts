import { z } from 'zod';
import { newApiKey } from '../../../src/callers/keys/contract.ts';
import { sendSms, smsMessage } from '../../../src/services/messaging/contract.ts';
import { listSms, listSmsRecipients } from '../../../src/services/messaging/history-contract.ts';
import { balanceOf, call, funded, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAnswer, readAs, newNumber, newNumbers, send } from '../../kit/index.ts';

const app = await appForFile({ background: false, env: { WEBHOOKS_TO_LOOPBACK: 'on' } });
const { sql } = app.deps;
const sms = ({ id }: TestActor, rest = '') => `/api/users/${id}/sms${rest}`;
const keyOf = async (owner: TestActor, json: Record<string, unknown>) => {
  return readAs(owner.withCookie(`/api/users/${owner.id}/api-keys`, { json: { name: 'Shop', ...json } }), newApiKey);
};
const by =
  (key: string) =>
  (path: string, init: Parameters<typeof call>[2] = {}) =>
    call(app, path, init, { authorization: `Bearer ${key}` });
const order = (...recipients: string[]) => ({ senderId: 'Topline', recipients, message: 'Hello' });

test('a message by a test key costs nothing, goes nowhere, and is marked wherever it is shown', async () => {
  const owner = await funded(app, '1.00');
  await owner.as(`/api/users/${owner.id}/webhooks`, {
    json: { name: 'All', url: 'https://127.0.0.1:9/hook', events: ['message-status'] },
  });
  const { key, mask, test: isTest } = await keyOf(owner, { scopes: null, test: true });
  expect([key.slice(0, 8), mask.slice(0, 8), isTest]).toEqual(['tl_test_', 'tl_test_', true]);
  const withKey = by(key);
  const [reached, refused, silent] = [newNumber(), '+447911120000', '+447911120001'];
  const json = {
    ...order(reached, refused, silent),
    message: 'Dear {name}',
    fields: ['A', 'B', 'C'].map((name) => ({ name })),
  };
  const headers = { 'idempotency-key': 'once' };
  const sent = await readAs(await withKey(sms(owner), { json, headers }), smsMessage);
  expect(sent).toMatchObject({ test: true, cost: '0.0000', status: 'queued', counts: { queued: 3 } });
  expect((await readAs(await withKey(sms(owner), { json, headers }), smsMessage)).id).toBe(sent.id);
  const [listed, ...others] = await readAnswer(withKey(sms(owner)), listSms);
  expect([listed?.id, listed?.status, listed?.test, others]).toEqual([sent.id, 'sent', true, []]);
  const recipients = await readAnswer(withKey(sms(owner, `/${sent.id}/recipients`)), listSmsRecipients);
  expect(recipients.map(({ number, status, text }) => [number, status, text])).toEqual([
    [silent, 'sent', 'Dear C'],
    [refused, 'failed', 'Dear B'],
    [reached, 'delivered', 'Dear A'],
  ]);
  expect(await readAnswer(owner.withCookie(sms(owner)), listSms)).toEqual([]);
  expect(await readAnswer(owner.withCookie(sms(owner, '?test=true&search=dear&status=sent')), listSms)).toHaveLength(1);
  const told = await sql<
    { test: boolean }[]
  >`select (body::jsonb #>> '{data,test}')::boolean as test from webhook_deliveries
    join webhooks w on w.id = webhook_id where w.user_id = ${owner.id}`;
  expect([...told]).toEqual([{ test: true }]);
  expect(await balanceOf(owner)).toBe('1.00');
  const [books] = await sql`select (select count(*)::integer from sms_messages where user_id = ${owner.id}) as messages,
    (select spent_today::text from users where id = ${owner.id}) as spent`;
  expect(books).toEqual({ messages: 0, spent: '0.00' });
});

test('a test key changes nothing else, whatever charges; neither does it once it is revoked', async () => {
  const owner = await funded(app, '5.00');
  const { key, id } = await keyOf(owner, { scopes: null, test: true });
  const withKey = by(key);
  const live = await send(owner, [newNumber()], 'Hello');
  const before = await balanceOf(owner);
  const of = `/api/users/${owner.id}`;
  const changes = [
    withKey(sms(owner, `/${live.id}/resend`), { method: 'POST' }),
    withKey(`${of}/verifications`, { json: { to: newNumber() } }),
    withKey(`${of}/contacts`, { json: { number: newNumber() } }),
    withKey(of, { method: 'PUT', json: { fullName: 'Another' } }),
  ];
  for (const response of await Promise.all(changes)) await expectProblem(response, 'forbidden');
  await expectProblem(
    await by(key.replace('tl_test_', 'tl_live_'))(sms(owner), { json: order(newNumber()) }),
    'not_signed_in',
  );
  expect(await balanceOf(owner)).toBe(before);
  expect((await owner.withCookie(`${of}/api-keys/${id}`, { method: 'DELETE' })).status).toBe(204);
  await expectProblem(await withKey(sms(owner), { json: order(newNumber()) }), 'not_signed_in');
});

test('an account has ten thousand tests in a day, of a hundred recipients at most', async () => {
  const [owner, other] = [await funded(app, '1.00'), await funded(app, '1.00')];
  const forTests = { scopes: null, test: true };
  const [own, theirs] = [await keyOf(owner, forTests), await keyOf(other, forTests)];
  const testAs = (person: TestActor, key: string) => by(key)(sms(person), { json: order(newNumber()) });
  await expectProblem(await by(own.key)(sms(owner), { json: order(...newNumbers(101)) }), 'not_allowed_now');
  expect((await testAs(owner, own.key)).status).toBe(201);
  await sql`
    insert into test_messages
    select f.* from test_messages m, generate_series(1, 9998) n,
      jsonb_populate_record(m, jsonb_build_object('id', left(m.id::text, 24) || lpad(to_hex(n), 12, '0'))) f
    where m.user_id = ${owner.id}`;
  expect((await testAs(owner, own.key)).status).toBe(201);
  await expectProblem(await testAs(owner, own.key), 'not_allowed_now');
  expect((await testAs(other, theirs.key)).status).toBe(201);
  app.clock.advance(86_401_000);
  expect((await testAs(owner, own.key)).status).toBe(201);
});

test('a key with a daily limit charges only as much as its limit allows of many sends at once; its successor goes on from there', async () => {
  const owner = await funded(app, '5.00');
  await expectProblem(
    await owner.withCookie(`/api/users/${owner.id}/api-keys`, { json: { name: 'All', scopes: null, dailyLimit: '1' } }),
    'validation_failed',
  );
  const { key, id } = await keyOf(owner, { scopes: ['messages'], dailyLimit: '0.10' });
  const attempts = Array.from({ length: 12 }, () => by(key)(sms(owner), { json: order(newNumber()) }));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 201, 201, ...Array<number>(9).fill(403)]);
  expect(await balanceOf(owner)).toBe('4.91');
  const many = order(newNumber(), newNumber());
  await expectProblem(await by(key)(sms(owner), { json: many }), 'spend_limit_reached');
  const next = await readAs(
    await owner.withCookie(`/api/users/${owner.id}/api-keys/${id}/rotate`, { method: 'POST' }),
    newApiKey,
  );
  expect(next.dailyLimit).toBe('0.10');
  await expectProblem(await by(next.key)(sms(owner), { json: order(newNumber()) }), 'spend_limit_reached');
  await sql`update api_keys set spent_on = spent_on - 1 where user_id = ${owner.id} and revoked_at is null`;
  expect((await by(next.key)(sms(owner), { json: many })).status).toBe(201);
  expect((await send(owner, [newNumber()], 'By another key')).cost).toBe('0.0300');
});

test('whatever a key with a daily limit sends counts, up to the very limit; it begins nothing that is charged later', async () => {
  const owner = await funded(app, '5.00');
  const { key } = await keyOf(owner, { scopes: ['messages', 'read'], dailyLimit: '0.12' });
  const of = `/api/users/${owner.id}`;
  const verify = () => by(key)(`${of}/verifications`, { json: { to: newNumber() } });
  const { id } = await readAs(await by(key)(sms(owner), { json: order('+447911120000', newNumber()) }), smsMessage);
  await sql`update sms_recipients set status = 'failed' where message_id = ${id}`;
  await sql`update sms_messages set queued_count = 0, failed_count = 2 where id = ${id}`;
  expect((await verify()).status).toBe(201);
  await expectProblem(await by(key)(sms(owner, `/${id}/resend`), { method: 'POST' }), 'spend_limit_reached');
  expect((await verify()).status).toBe(201);
  expect(await balanceOf(owner)).toBe('4.88');
  await expectProblem(await verify(), 'spend_limit_reached');
  await expectProblem(await by(key)(sms(owner), { json: order(newNumber()) }), 'spend_limit_reached');
  expect(await balanceOf(owner)).toBe('4.88');
  await owner.as(`${of}/contacts`, { json: { number: newNumber() } });
  const campaign = { name: 'Autumn', senderId: 'Topline', texts: ['Hello'], lists: [] };
  await expectProblem(await by(key)(`${of}/campaigns`, { json: campaign }), 'forbidden');
  const made = z.object({ id: z.string() }).parse(await (await owner.as(`${of}/campaigns`, { json: campaign })).json());
  for (const [path, json] of [
    [`campaigns/${made.id}/status`, { status: 'running' }],
    [`did-numbers/${made.id}/answers`, { rules: [], office: null, answersPerDay: null }],
  ] as const) {
    await expectProblem(await by(key)(`${of}/${path}`, { method: 'PUT', json }), 'forbidden');
  }
});

test('an account may have its messages spelled cheaper; the answer says what was replaced', async () => {
  const owner = await funded(app, '5.00');
  const message = `“${'x'.repeat(150)}”`;
  const sent = async (more = {}) =>
    readAs(await owner.as(sms(owner), { json: { ...order(newNumber()), message, ...more } }), smsMessage);
  expect(await sent()).toMatchObject({ message, cost: '0.0900' });
  expect((await owner.as(`/api/users/${owner.id}`, { method: 'PUT', json: { cheaperSpelling: true } })).status).toBe(
    200,
  );
  expect(await sent()).toMatchObject({ message: message.replace(/[“”]/g, '"'), cost: '0.0300', replaced: ['“', '”'] });
  expect((await sent({ cheaperSpelling: false })).replaced).toBeUndefined();
});

test('a message may be sent as a test without a key: free, to nobody, and kept with the others', async () => {
  const owner = await funded(app, '1.00');
  const answer = await owner.withCookie(sms(owner), { json: { ...order(newNumber(), newNumber('0000')), test: true } });
  expect(await readAnswer(answer, sendSms)).toMatchObject({ test: true, cost: '0.0000', provider: null });
  expect(await balanceOf(owner)).toBe('1.00');
  expect(await readAnswer(owner.withCookie(sms(owner)), listSms)).toEqual([]);
  const items = await readAnswer(owner.withCookie(sms(owner, '?test=true')), listSms);
  expect(items.map(({ counts }) => [counts.delivered, counts.failed])).toEqual([[1, 1]]);
  expect((await owner.withCookie(sms(owner), { json: { ...order(newNumber()), test: false } })).status).toBe(422);
});
