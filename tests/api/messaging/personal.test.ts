import { describe, expect, test } from 'bun:test';
import { recipientDelivery, smsMessage } from '../../../src/services/messaging/contract.ts';
import { appForFile, balanceOf, credit, funded, makePair, type TestActor } from '../../kit/index.ts';
import { newNumber, untilStatus } from '../../kit/messages.ts';

let person: TestActor;
const app = await appForFile({ soundBooks: true });

interface Personal {
  recipients: string[];
  fields?: unknown;
  message?: string;
  headers?: Record<string, string>;
}

const post = (
  sender: TestActor,
  { recipients, fields, message = 'Hello {name}', headers }: Personal,
): Promise<Response> =>
  sender.as(`/api/users/${sender.id}/sms`, {
    json: { senderId: 'Topline', recipients, fields, message },
    headers,
  });

const accepted = async (response: Response) => {
  const text = await response.text();
  if (response.status !== 201) expect(text).toBe('an accepted message');
  return smsMessage.parse(JSON.parse(text));
};

const textsOf = async (id: string): Promise<Record<string, string>> => {
  const rows = await app.deps.sql<{ number: string; text: string }[]>`
    select s.number, s.text from sandbox_messages s
    join sms_recipients r on r.id::text = s.reference where r.message_id = ${id}`;
  return Object.fromEntries(rows.map(({ number, text }) => [number, text]));
};

const costsOf = ({ messageDetails }: Awaited<ReturnType<typeof accepted>>) =>
  messageDetails.recipients.map(({ number, cost }) => [number, cost]);

const long = 'x'.repeat(160);

describe('a message with fields', () => {
  test('is charged by the parts of each text, and each recipient gets their own', async () => {
    person = await funded(app, '1.00');
    const [ann, ben] = [newNumber(), newNumber()];
    const fields = [{ name: 'Ann' }, { name: long }];
    const message = await accepted(await post(person, { recipients: [ann, ben], fields }));
    expect(message).toMatchObject({ message: 'Hello {name}', parts: 2, cost: '0.0900' });
    expect(costsOf(message)).toEqual([
      [ann, '0.0300'],
      [ben, '0.0600'],
    ]);
    expect(await balanceOf(person)).toBe('0.91');
    await untilStatus(person, message.id, 'delivered');
    expect(await textsOf(message.id)).toEqual({ [ann]: 'Hello Ann', [ben]: `Hello ${long}` });
    const list = await person.as(`/api/users/${person.id}/sms/${message.id}/recipients`);
    const recipients = recipientDelivery.array().parse(await list.json());
    expect(recipients.map(({ text }) => text)).toEqual([`Hello ${long}`, 'Hello Ann']);
  });

  test('goes to many recipients by its job as well', async () => {
    person = await funded(app, '1.00');
    const recipients = Array.from({ length: 12 }, () => newNumber());
    const fields = recipients.map((_, index) => ({ name: `No ${index}\u00E9` }));
    const { id } = await accepted(await post(person, { recipients, fields }));
    await untilStatus(person, id, 'delivered');
    expect(await textsOf(id)).toEqual(
      Object.fromEntries(recipients.map((number, index) => [number, `Hello No ${index}\u00E9`])),
    );
  });

  test('counts a number that is given twice once, with the fields given first', async () => {
    person = await funded(app, '1.00');
    const [ann, ben] = [newNumber(), newNumber()];
    const fields = [{ name: 'Ann' }, { name: long }, { name: 'Ben' }];
    const message = await accepted(await post(person, { recipients: [ann, ann, ben], fields }));
    expect(message).toMatchObject({ recipients: [ann, ben], cost: '0.0600', parts: 1 });
    await untilStatus(person, message.id, 'delivered');
    expect(await textsOf(message.id)).toEqual({ [ann]: 'Hello Ann', [ben]: 'Hello Ben' });
  });

  test('gives back what the refused recipient was charged, and resends that recipient’s text', async () => {
    person = await funded(app, '1.00');
    const [ann, ben] = [newNumber(), newNumber('0000')];
    const fields = [{ name: 'Ann' }, { name: long }];
    const { id } = await accepted(await post(person, { recipients: [ann, ben], fields }));
    const settled = await untilStatus(person, id, 'partial');
    expect(settled).toMatchObject({ cost: '0.0900', actualCost: '0.0300' });
    expect(await balanceOf(person)).toBe('0.97');
    const again = await person.as(`/api/users/${person.id}/sms/${id}/resend`, { method: 'POST' });
    const resent = await accepted(again);
    expect(resent).toMatchObject({ recipients: [ben], parts: 2, cost: '0.0600' });
    const [row] = await app.deps.sql`select text from sms_recipients where message_id = ${resent.id}`;
    expect(row?.text).toBe(`Hello ${long}`);
    await untilStatus(person, resent.id, 'failed');
    expect(await balanceOf(person)).toBe('0.97');
  });

  test('is answered once for a key, and the key stands for its fields too', async () => {
    person = await funded(app, '1.00');
    const request = { recipients: [newNumber()], headers: { 'idempotency-key': 'personal' } };
    const first = await post(person, { ...request, fields: [{ name: 'Ann' }] });
    const again = await post(person, { ...request, fields: [{ name: 'Ann' }] });
    const text = await first.text();
    expect(await again.text()).toBe(text);
    expect(await balanceOf(person)).toBe('0.97');
    const other = await post(person, { ...request, fields: [{ name: 'Ben' }] });
    expect(await other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('leaves the reseller the margin of every part', async () => {
    const { reseller, customer } = await makePair(app);
    await credit(app, customer, '1.00');
    const fields = [{ name: 'Ann' }, { name: long }];
    const same = await accepted(await post(customer, { recipients: [newNumber()], message: 'Hello' }));
    const one = await accepted(await post(customer, { recipients: [newNumber(), newNumber()], fields }));
    expect([same.cost, one.cost]).toEqual(['0.0300', '0.0900']);
    const margins = await app.deps.sql<{ amount: string }[]>`
      select amount::text from margins where reseller_id = ${reseller.id} order by created_at, amount`;
    expect(margins.map(({ amount }) => amount)).toEqual(['0.01', '0.03']);
  });
});

test('a refusal for lack of credit names the price of all texts', async () => {
  person = await funded(app, '0.05');
  const fields = [{ name: 'Ann' }, { name: long }];
  const response = await post(person, { recipients: [newNumber(), newNumber()], fields });
  expect(await response.json()).toMatchObject({
    status: 402,
    detail: 'Insufficient credits: this costs £0.09 and your balance is £0.05',
  });
});

test('a placeholder that nothing fills is refused, unless the request allows it', async () => {
  person = await funded(app, '1.00');
  const json = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello {name}' };
  const path = `/api/users/${person.id}/sms`;
  const refused = await person.as(path, { json });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('Nothing fills {name} in the text');
  const half = { ...json, message: '{name} of {city}', fields: [{ Name: 'Ann' }] };
  expect((await person.as(path, { json: half })).status).toBe(422);
  expect(await balanceOf(person)).toBe('1.00');
  const sent = await accepted(await person.as(path, { json: { ...json, unfilledPlaceholders: true } }));
  await untilStatus(person, sent.id, 'delivered');
  expect(Object.values(await textsOf(sent.id))).toEqual(['Hello {name}']);
  const allowed = { ...half, recipients: [newNumber()], unfilledPlaceholders: true };
  const filled = await accepted(await person.as(path, { json: allowed }));
  await untilStatus(person, filled.id, 'delivered');
  expect(Object.values(await textsOf(filled.id))).toEqual(['Ann of {city}']);
});

test('without fields or without placeholders a message is the same for all', async () => {
  person = await funded(app, '1.00');
  const recipients = [newNumber()];
  const messages = [
    await accepted(await post(person, { recipients, message: 'Hello' })),
    await accepted(await post(person, { recipients, fields: [{ name: 'Ann' }], message: 'Hello' })),
  ];
  const rows = await app.deps.sql`
    select text from sms_recipients where message_id in ${app.deps.sql(messages.map(({ id }) => id))}`;
  expect(rows.map(({ text }) => text)).toEqual([null, null]);
  await untilStatus(person, messages[0]?.id ?? '', 'delivered');
  expect(Object.values(await textsOf(messages[0]?.id ?? ''))).toEqual(['Hello']);
});

test.each([
  [[{ name: 'Ann' }], 'fields', 'There must be as many fields as recipients'],
  [[{ name: 'Ann' }, { name: '' }], 'fields.1', 'Line 2: no value for {name}'],
  [[{ name: 'Ann' }, {}], 'fields.1', 'Line 2: no value for {name}'],
  [[{ name: 'Ann' }, { name: 'x'.repeat(201) }], 'fields.1.name', 'At most 200 characters'],
  [[{ name: 'Ann' }, { name: 'a\u001Fb' }], 'fields.1.name', 'Contains characters that are not allowed'],
  [
    [{ name: 'Ann' }, Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, 'x']))],
    'fields.1',
    'At most 20 fields',
  ],
])('%j are refused at %s', async (fields, path, message) => {
  person = await funded(app, '1.00');
  const response = await post(person, { recipients: [newNumber(), newNumber()], fields });
  expect(await response.json()).toMatchObject({
    status: 422,
    code: 'validation_failed',
    errors: [{ path, message }],
  });
  expect(await balanceOf(person)).toBe('1.00');
});
