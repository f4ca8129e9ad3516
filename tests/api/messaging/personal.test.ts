import { recipientDelivery, type SmsMessage, smsMessage } from '../../../src/services/messaging/contract.ts';
import { appForFile, balanceOf, credit, funded, makePair, type TestActor, readAs } from '../../kit/index.ts';
import { newNumber, untilStatus, newNumbers, acceptedSms, send, postSms } from '../../kit/messages.ts';
import { z } from 'zod';

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
  sender.as(`/api/users/${sender.id}/sms`, { json: { senderId: 'Topline', recipients, fields, message }, headers });

const textsOf = async (id: string): Promise<Record<string, string>> => {
  const rows = await app.deps.sql<{ number: string; text: string }[]>`
    select s.number, s.text from sandbox_messages s
    join sms_recipients r on r.id::text = s.reference where r.message_id = ${id}`;
  return Object.fromEntries(rows.map(({ number, text }) => [number, text]));
};

const costsOf = ({ messageDetails }: SmsMessage) => messageDetails.recipients.map(({ number, cost }) => [number, cost]);

const long = 'x'.repeat(160);

describe('a message with fields', () => {
  test('is charged by the parts of each text, and each recipient gets their own', async () => {
    person = await funded(app, '1.00');
    const [ann, ben] = [newNumber(), newNumber()];
    const fields = [{ name: 'Ann' }, { name: long }];
    const message = await acceptedSms(await post(person, { recipients: [ann, ben], fields }));
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
    const found = await readAs(person.as(`/api/users/${person.id}/sms?search=hello+ann`), smsMessage.array());
    expect(
      found.map(({ id }) => id),
      'as a recipient got it',
    ).toEqual([message.id]);
  });

  test('goes to many recipients by its job as well', async () => {
    person = await funded(app, '1.00');
    const recipients = newNumbers(12);
    const fields = recipients.map((_, index) => ({ name: `No ${index}\u00E9` }));
    const { id } = await acceptedSms(await post(person, { recipients, fields }));
    await untilStatus(person, id, 'delivered');
    expect(await textsOf(id)).toEqual(
      Object.fromEntries(recipients.map((number, index) => [number, `Hello No ${index}\u00E9`])),
    );
  });

  test('counts a number that is given twice once, with the fields given first', async () => {
    person = await funded(app, '1.00');
    const [ann, ben] = [newNumber(), newNumber()];
    const fields = [{ name: 'Ann' }, { name: long }, { name: 'Ben' }];
    const message = await acceptedSms(await post(person, { recipients: [ann, ann, ben], fields }));
    expect(message).toMatchObject({ recipients: [ann, ben], cost: '0.0600', parts: 1 });
    await untilStatus(person, message.id, 'delivered');
    expect(await textsOf(message.id)).toEqual({ [ann]: 'Hello Ann', [ben]: 'Hello Ben' });
  });

  test('gives back what the refused recipient was charged, and resends that recipient’s text', async () => {
    person = await funded(app, '1.00');
    const [ann, ben] = [newNumber(), newNumber('0000')];
    const fields = [{ name: 'Ann' }, { name: long }];
    const { id } = await acceptedSms(await post(person, { recipients: [ann, ben], fields }));
    expect(await untilStatus(person, id, 'partial')).toMatchObject({ cost: '0.0900', actualCost: '0.0300' });
    expect(await balanceOf(person)).toBe('0.97');
    const again = await person.as(`/api/users/${person.id}/sms/${id}/resend`, { method: 'POST' });
    const resent = await acceptedSms(again);
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
    const same = await acceptedSms(await post(customer, { recipients: [newNumber()], message: 'Hello' }));
    const one = await acceptedSms(await post(customer, { recipients: [newNumber(), newNumber()], fields }));
    expect([same.cost, one.cost]).toEqual(['0.0300', '0.0900']);
    const margins = await app.deps.sql<{ amount: string }[]>`
      select amount::text from margins where reseller_id = ${reseller.id} order by created_at, amount`;
    expect(margins.map(({ amount }) => amount)).toEqual(['0.01', '0.03']);
  });
});

test('a refusal for lack of credit names the price of all texts', async () => {
  person = await funded(app, '0.05');
  const fields = [{ name: 'Ann' }, { name: long }];
  expect(await (await post(person, { recipients: [newNumber(), newNumber()], fields })).json()).toMatchObject({
    status: 402,
    detail: 'Insufficient credits: this costs £0.09 and your balance is £0.05',
  });
});

test('a placeholder that nothing fills is refused, unless the request allows it', async () => {
  person = await funded(app, '1.00');
  const to = [newNumber()];
  const refused = await postSms(person, to, { message: 'Hello {name}' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('Nothing fills {name} in the text');
  const half = { message: '{name} of {city}', fields: [{ Name: 'Ann' }] };
  expect((await postSms(person, to, half)).status).toBe(422);
  expect(await balanceOf(person)).toBe('1.00');
  const sent = await send(person, to, { message: 'Hello {name}', unfilledPlaceholders: true });
  await untilStatus(person, sent.id, 'delivered');
  expect(Object.values(await textsOf(sent.id))).toEqual(['Hello {name}']);
  const filled = await send(person, [newNumber()], { ...half, unfilledPlaceholders: true });
  await untilStatus(person, filled.id, 'delivered');
  expect(Object.values(await textsOf(filled.id))).toEqual(['Ann of {city}']);
});

test('without fields or without placeholders a message is the same for all', async () => {
  person = await funded(app, '1.00');
  const recipients = [newNumber()];
  const messages = [
    await acceptedSms(await post(person, { recipients, message: 'Hello' })),
    await acceptedSms(await post(person, { recipients, fields: [{ name: 'Ann' }], message: 'Hello' })),
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
  expect(await response.json()).toMatchObject({ status: 422, code: 'validation_failed', errors: [{ path, message }] });
  expect(await balanceOf(person)).toBe('1.00');
});

test('a text is spelled cheaper where that is asked for, each recipient’s own as well, and the quote says so', async () => {
  person = await funded(app, '10.00');
  const recipients = newNumbers(2);
  const own = { message: `“{name}” ${'x'.repeat(80)}`, fields: [{ name: 'Zoë' }, { name: 'Иван' }] };
  const costOf = async (more: object) => {
    const json = { senderId: 'Topline', recipients, ...own, ...more };
    const quote = person.as(`/api/users/${person.id}/sms/quote`, { json });
    const { total } = await readAs(quote, z.looseObject({ total: z.string() }));
    const sent = await send(person, recipients, { ...own, ...more });
    expect(sent.cost).toBe(total);
    return sent;
  };
  expect((await costOf({})).cost).toBe('0.1200');
  const cheaper = await costOf({ cheaperSpelling: true });
  expect([cheaper.cost, cheaper.message]).toEqual(['0.0900', `"{name}" ${'x'.repeat(80)}`]);
  const texts = await app.deps.sql<{ text: string }[]>`
    select text from sms_recipients where message_id = ${cheaper.id} order by id`;
  // The alphabet of the second name saves nothing, so its marks stay as they were written.
  expect(texts.map(({ text }) => text.slice(0, 6))).toEqual(['"Zoe" ', '“Иван”']);
});
