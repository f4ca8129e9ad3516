import { appForFile, funded, newNumber, pagesOf, send, untilStatus, newNumbers } from '../../kit/index.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { recipientDelivery, smsMessage } from '../../../src/services/messaging/contract.ts';

const app = await appForFile();
const person = await funded(app, '100.00');

test('messages are listed newest first, a page at a time', async () => {
  const writer = await funded(app, '1.00');
  const ids = [];
  for (const text of ['one', 'two', 'three']) ids.unshift((await send(writer, [newNumber()], text)).id);
  const pages = await pagesOf(writer, `/api/users/${writer.id}/sms?limit=2`, smsMessage);
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);
});

test('a list shows the first 100 recipients of a large message, in the order given', async () => {
  const numbers = newNumbers(120);
  expect((await send(person, numbers)).recipients).toEqual(numbers);
  const response = await person.as(`/api/users/${person.id}/sms?limit=1`);
  const [message] = smsMessage.array().parse(await response.json());
  expect(message).toMatchObject({ recipientCount: 120, recipients: numbers.slice(0, 100) });
  expect(message?.messageDetails.recipients.map(({ number }) => number)).toEqual(numbers.slice(0, 100));
});

test('every recipient can be paged through, or those of one state', async () => {
  const numbers = [newNumber(), newNumber('0000'), newNumber(), newNumber()];
  const { id } = await send(person, numbers);
  await untilStatus(person, id, 'partial');
  const path = `/api/users/${person.id}/sms/${id}/recipients`;
  const pages = await pagesOf(person, `${path}?limit=3`, recipientDelivery);
  expect(pages.flat().map(({ number }) => number)).toEqual(numbers.toReversed());
  const failed = recipientDelivery.array().parse(await (await person.as(`${path}?status=failed`)).json());
  expect(failed.map(({ number }) => number)).toEqual([numbers[1] ?? '']);
});

test('one message can be read by itself', async () => {
  const { id } = await send(person, [newNumber()], 'By itself');
  const path = `/api/users/${person.id}/sms`;
  const response = await person.as(`${path}/${id}`);
  expect(smsMessage.parse(await response.json())).toMatchObject({ id, message: 'By itself', sendAt: null });
  expect((await person.as(`${path}/${crypto.randomUUID()}`)).status).toBe(404);
});

test('a recipient shows when it was queued, sent and settled, and by which carrier', async () => {
  const { id } = await send(person, [newNumber(), newNumber('0000')]);
  await untilStatus(person, id, 'partial');
  const response = await person.as(`/api/users/${person.id}/sms/${id}/recipients`);
  const [refused, delivered] = recipientDelivery.array().parse(await response.json());
  expect(delivered).toMatchObject({ status: 'delivered', provider: 'sandbox' });
  const times = [delivered?.queuedAt, delivered?.sentAt, delivered?.settledAt];
  expect(times).toEqual(times.toSorted());
  expect(times).not.toContain(null);
  expect(refused).toMatchObject({ status: 'failed', sentAt: null });
});

test('messages are searched by sender, text and number, and by nothing else', async () => {
  const writer = await funded(app, '1.00');
  const number = newNumber();
  const hello = await send(writer, [number], 'Hello 100% World');
  const other = await send(writer, [newNumber()], 'Goodbye');
  const found = async (search: string) => {
    const response = await writer.as(`/api/users/${writer.id}/sms?search=${encodeURIComponent(search)}`);
    return smsMessage
      .array()
      .parse(await response.json())
      .map(({ id }) => id);
  };
  expect(await found('hello')).toEqual([hello.id]);
  expect(await found('TOPLINE')).toEqual([other.id, hello.id]);
  expect(await found(`0${number.slice(3, 7)} ${number.slice(7)}`)).toEqual([hello.id]);
  expect(await found('100%')).toEqual([hello.id]);
  expect(await found('100_')).toEqual([]);
  expect(await found('')).toEqual([other.id, hello.id]);
});

test('a search looks through so many messages for a page, and the next page goes on behind them', async () => {
  const writer = await funded(app, '1.00');
  const { id } = await send(writer, [newNumber()], 'Needle');
  await app.deps.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
    insert into sms_messages (id, user_id, sender_id, message, parts, status, cost, actual_cost, transaction_id,
      recipient_count, queued_count, sent_at)
    select ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(n), 12, '0'))::uuid, user_id, 'Topline', 'Hay', 1, 'queued', 0, 0,
      gen_random_uuid(), 1, 1, sent_at from sms_messages, generate_series(1, 5000) n where id = ${id}`;
  });
  expect(await pagesOf(writer, `/api/users/${writer.id}/sms?search=needle`, smsMessage)).toMatchObject([[], [{ id }]]);
  expect(await linesOf(await writer.as(`/api/users/${writer.id}/sms.csv?search=needle`))).toHaveLength(2);
});

async function linesOf(response: Response): Promise<string[]> {
  expect(response.status).toBe(200);
  return (await response.text()).trim().split('\r\n');
}

test('messages are narrowed down by state and day, and saved as CSV as they are shown', async () => {
  const writer = await funded(app, '1.00');
  const good = await send(writer, [newNumber()], 'Good');
  const bad = await send(writer, [newNumber('0000'), newNumber()], '=bad, with "signs"');
  await Promise.all([untilStatus(writer, good.id, 'delivered'), untilStatus(writer, bad.id, 'partial')]);
  const sendAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
  const later = await send(writer, [newNumber()], { sendAt });
  await writer.as(`/api/users/${writer.id}/sms/${later.id}/cancel`, { method: 'POST' });
  const today = app.clock.now().toISOString().slice(0, 10);
  const yesterday = new Date(Date.parse(today) - 1).toISOString().slice(0, 10);
  const path = `/api/users/${writer.id}/sms`;
  const found = async (query: string) => {
    const response = await writer.as(`${path}?${query}`);
    const rows = smsMessage.array().parse(await response.json());
    return rows.map(({ id }) => id);
  };
  expect(await found('status=failed')).toEqual([bad.id]);
  expect(await found('status=cancelled')).toEqual([later.id]);
  expect(await found(`from=${today}&to=${today}`)).toEqual([later.id, bad.id, good.id]);
  expect(await found(`to=${yesterday}`)).toEqual([]);
  expect(await found(`from=${today}&status=delivered&search=good`)).toEqual([good.id]);
  expect((await writer.as(`${path}?from=${today}&to=${yesterday}`)).status).toBe(422);
  expect((await writer.as(`${path}?status=lost`)).status).toBe(422);
  const [head, line, ...more] = await linesOf(await writer.as(`${path}.csv?status=failed`));
  expect(head).toStartWith('id,sentAt,senderId,message,status');
  expect(line).toContain(`${bad.id},`);
  expect(line).toContain(`"'=bad, with ""signs""",partial,1,`);
  expect(more).toEqual([]);
});

test('the report of a message is searched by number and saved as CSV', async () => {
  const numbers = [newNumber(), newNumber('0000'), newNumber()];
  const { id } = await send(person, numbers);
  await untilStatus(person, id, 'partial');
  const path = `/api/users/${person.id}/sms/${id}/recipients`;
  const digits = numbers[2]?.slice(1, 12) ?? '';
  const found = await person.as(`${path}?search=${digits}`);
  expect(recipientDelivery.array().parse(await found.json())).toMatchObject([{ number: numbers[2] }]);
  expect(await (await person.as(`${path}?search=none`)).json()).toEqual([]);
  const [head, ...lines] = await linesOf(await person.as(`${path}.csv`));
  expect(head).toStartWith('number,status,error');
  expect(lines).toHaveLength(3);
  const failed = await linesOf(await person.as(`${path}.csv?status=failed`));
  expect(failed[1]).toStartWith(`'${numbers[1]},failed,`);
  expect(failed).toHaveLength(2);
});
