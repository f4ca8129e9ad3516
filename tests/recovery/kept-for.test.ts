import { type Retention, retention } from '../../src/admin/retention/contract.ts';
import { expireUnusedUploads } from '../../src/edge/uploads/expire-unused.ts';
import { removeOld } from '../../src/platform/retention.ts';
import { firstIdAt } from '../../src/platform/kit/ids.ts';
import { bought } from '../api/numbers/numbers.ts';
import { purchase, rejectAs } from '../api/payments/payments.ts';
import { storedFiles, uploadReceipt } from '../api/uploads/uploads.ts';
import { appForFile, expectProblem, funded, makeAdmin, quickSandboxes } from '../kit/index.ts';
import { readAs, withId, comeIn, newNumber, readMessage, send, untilStatus } from '../kit/index.ts';

const DAY = 86_400_000;

const app = await appForFile({
  adapters: quickSandboxes(),
  env: { MESSAGE_TEXTS_KEPT_DAYS: '40', RECEIPTS_KEPT_DAYS: '50' },
});
const admin = await makeAdmin(app);

const keptOf = async (what: Retention['what']): Promise<Retention | undefined> => {
  return (await readAs(admin.as('/api/admin/retention'), retention.array())).find((each) => each.what === what);
};
const textsOf = (id: string) => app.deps.sql`
  select m.message, max(r.text) as text from sms_messages m join sms_recipients r on r.message_id = m.id
  where m.id = ${id} group by m.id`;

test('texts go from messages that are done with; the messages stay, and are not sent again', async () => {
  const person = await funded(app, '20.00');
  const [done, failing] = [await send(person, [newNumber()]), await send(person, [newNumber('0000')])];
  const fields = [{ name: 'Ada' }];
  const recipients = [newNumber()];
  const personal = await person.as(`/api/users/${person.id}/sms`, {
    json: { senderId: 'Topline', recipients, message: 'Hello {name}', fields },
  });
  const { id: personalId } = await readAs(personal, withId);
  const sendAt = new Date(app.clock.now().getTime() + 80 * DAY).toISOString();
  const later = await person.as(`/api/users/${person.id}/sms`, {
    json: { senderId: 'Topline', recipients, message: 'Later', sendAt },
  });
  const { id: laterId } = await readAs(later, withId);
  await untilStatus(person, done.id, 'delivered');
  await untilStatus(person, failing.id, 'failed');
  await untilStatus(person, personalId, 'delivered');
  app.clock.advance(39 * DAY);
  await removeOld(app.deps, 'sms_messages');
  expect((await readMessage(person, done.id)).message).toBe('Hello');
  app.clock.advance(2 * DAY);
  expect(await keptOf('message_texts')).toMatchObject({ days: 40, due: 4 });
  await removeOld(app.deps, 'sms_messages');
  expect(await readMessage(person, done.id)).toMatchObject({ message: '', cost: done.cost });
  expect([...(await textsOf(personalId))]).toEqual([{ message: '', text: null }]);
  expect((await readMessage(person, laterId)).message).toBe('Later');
  await expectProblem(
    await person.as(`/api/users/${person.id}/sms/${failing.id}/resend`, { method: 'POST' }),
    'not_allowed_now',
  );
  expect(await keptOf('message_texts')).toMatchObject({ due: 1, removed: 3 });
  expect((await person.as(`/api/users/${person.id}/sms/${laterId}/cancel`, { method: 'POST' })).status).toBe(200);
  await removeOld(app.deps, 'sms_messages');
  expect((await readMessage(person, laterId)).message).toBe('');
  expect(await keptOf('message_texts')).toMatchObject({ due: 0, sweptAt: app.clock.now().toISOString() });
});

test('a message keeps its text while it is unknown what became of it', async () => {
  const person = await funded(app, '1.00');
  const { id } = await send(person, [newNumber()], 'Unknown');
  await untilStatus(person, id, 'delivered');
  const count = (unknown: number) => app.deps.sql`
    update sms_messages set unknown_count = ${unknown}, delivered_count = ${1 - unknown} where id = ${id}`;
  app.clock.advance(41 * DAY);
  await count(1);
  await removeOld(app.deps, 'sms_messages');
  expect((await readMessage(person, id)).message).toBe('Unknown');
  await count(0);
  await removeOld(app.deps, 'sms_messages');
  expect((await readMessage(person, id)).message).toBe('');
});

test('a sweep that is cut off goes on where it was', async () => {
  const { deps } = app;
  const person = await funded(app, '1.00');
  const { id } = await send(person, [newNumber()], 'One of many');
  await untilStatus(person, id, 'delivered');
  await copyMessage(id, 120);
  const left = async () => (await deps.sql`select id from sms_messages where message = 'One of many'`).length;
  app.clock.advance(200 * DAY);
  let batches = 0;
  const cutOff = new Proxy(deps.sql, {
    get: (sql, name) => {
      if (name === 'begin' && ++batches > 1) throw new Error('cut off');
      return Reflect.get(sql, name) as unknown;
    },
  });
  const cut = removeOld({ ...deps, sql: cutOff }, 'sms_messages');
  await expect(cut).rejects.toThrow('not all');
  const half = await left();
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(121);
  await removeOld(deps, 'sms_messages');
  expect(await left()).toBe(0);
});

test('conversations go with their messages', async () => {
  const person = await funded(app, '100.00');
  const { number } = await bought(person);
  const say = (from: string, text: string) => comeIn(app, { from, to: number, text });
  const [old, talkative] = [newNumber(), newNumber()];
  await say(old, 'Long ago');
  await say(talkative, 'Long ago as well');
  app.clock.advance(41 * DAY);
  await say(talkative, 'Just now');
  await removeOld(app.deps);
  const { sql } = app.deps;
  const talks = await sql`select other_number as from from conversations where user_id = ${person.id}`;
  expect([...talks]).toEqual([{ from: talkative }]);
  const said = await sql`select text from conversation_messages where user_id = ${person.id}`;
  expect([...said]).toEqual([{ text: 'Just now' }]);
});

test('a receipt goes with its file, once its payment is decided on', async () => {
  const person = await funded(app, '1.00');
  const before = (await storedFiles(app)).length;
  const [decided, waiting] = [await uploadReceipt(person), await uploadReceipt(person)];
  const { id } = await purchase(person, { receiptImageUrl: decided });
  await purchase(person, { receiptImageUrl: waiting });
  expect((await rejectAs(admin, id)).status).toBe(200);
  app.clock.advance(49 * DAY);
  await removeOld(app.deps, 'transactions');
  await expireUnusedUploads(app.deps);
  expect(await storedFiles(app)).toHaveLength(before + 2);
  app.clock.advance(2 * DAY);
  await removeOld(app.deps, 'transactions');
  await expireUnusedUploads(app.deps);
  expect(await storedFiles(app)).toHaveLength(before + 1);
  const { sql } = app.deps;
  const left = await sql`select receipt_image as path from transactions
    where user_id = ${person.id} and receipt_image is not null`;
  expect([...left]).toEqual([{ path: waiting }]);
  expect(await keptOf('receipts')).toMatchObject({ days: 50, removed: 1 });
});

/** Copies of a message, without the rows that they would refer to. */
async function copyMessage(id: string, copies: number): Promise<void> {
  const first = firstIdAt(new Date(app.clock.now().getTime() + 1000)).slice(0, 24);
  await app.deps.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into sms_messages select made.* from sms_messages m, generate_series(1, ${copies}) n,
        jsonb_populate_record(null::sms_messages, to_jsonb(m) || jsonb_build_object(
          'id', (${first}::text || lpad(n::text, 12, '0'))::uuid, 'transaction_id', gen_random_uuid())) made
      where m.id = ${id}`;
  });
}
