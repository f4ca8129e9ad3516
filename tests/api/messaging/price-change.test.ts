import { z } from 'zod';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { actorOf, balanceOf, funded, makeAdmin, newNumber, readAs, type TestActor } from '../../kit/index.ts';
import { appForFile } from '../../kit/file-app.ts';
import { setAs } from '../admin/settings.ts';

/** A standard price that changes while messages and calls are on their way: two processes, one database. */

const app = await appForFile({ background: false, soundBooks: true });
const other = await appForFile({ background: false, beside: app });
const admin = await makeAdmin(app);
afterEach(async () => {
  await app.deps.sql`delete from settings`;
});

const sendAt = (person: TestActor, price?: string, recipients = [newNumber()]) =>
  person.as(`/api/users/${person.id}/sms`, {
    json: { senderId: 'TOPLINE', recipients, message: 'Hello', ...(price === undefined ? {} : { price }) },
  });
const costOf = async (response: Response) => (await readAs(response, smsMessage)).cost;

test('the next message of every process costs the new price, in the short statement and in the long ones', async () => {
  const here = await funded(app, '10.00');
  const there = actorOf(other, here);
  // Both have sent already: nothing of the old price may be kept with the prepared statements.
  for (const person of [here, there]) expect(await costOf(await sendAt(person))).toBe('0.0300');
  const many = [newNumber(), newNumber()];
  expect(await costOf(await sendAt(there, undefined, many))).toBe('0.0600');
  expect((await setAs(admin, 'sms_price', '0.01')).status).toBe(200);
  for (const person of [here, there]) expect(await costOf(await sendAt(person))).toBe('0.0100');
  expect(await costOf(await sendAt(there, undefined, many))).toBe('0.0200');
  const quote = await there.as(`/api/users/${here.id}/sms/quote`, { json: { recipients: many, message: 'Hello' } });
  expect((await readAs(quote, z.object({ total: z.string() }))).total).toBe('0.0200');
  expect(await balanceOf(here)).toBe('9.84');
});

test('a customer pays the price that was shown, otherwise 409 with the price of now', async () => {
  const here = await funded(app, '10.00');
  const there = actorOf(other, here);
  expect((await sendAt(here, '0.03')).status).toBe(201);
  expect((await setAs(admin, 'sms_price', '0.02')).status).toBe(200);
  for (const recipients of [[newNumber()], [newNumber(), newNumber()]]) {
    const price = `0.0${2 * recipients.length}`;
    const refused = await sendAt(there, `0.0${3 * recipients.length}`, recipients);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      ...{
        code: 'price_changed',
        price,
        detail: `This message now costs £${price}. Send it again if you agree`,
      },
    });
    expect((await sendAt(there, price, recipients)).status).toBe(201);
  }
  expect(await balanceOf(here)).toBe('9.91');

  const call = (ratePerMinute: string) =>
    there.as(`/api/users/${here.id}/voice`, {
      json: { callerId: '+447700900000', destination: newNumber(), ratePerMinute },
    });
  expect((await setAs(admin, 'voice_price', '0.08')).status).toBe(200);
  const dear = await call('0.1000');
  expect(dear.status).toBe(409);
  expect(await dear.json()).toMatchObject({ code: 'price_changed', price: '0.0800' });
  expect((await call('0.08')).status).toBe(201);
  const [row] = await app.deps.sql<{ rate: string }[]>`select rate from voice_calls where user_id = ${here.id}`;
  expect(row?.rate).toBe('0.0800');
});

test('while a price changes under sends of two processes, each costs what its sender was shown', async () => {
  const here = await funded(app, '50.00');
  const there = actorOf(other, here);
  const answers: { shown: string; response: Response }[] = [];
  /** One after another; after a refusal the sender sees the new price. */
  const sender = async (person: TestActor) => {
    let shown = '0.03';
    for (let each = 0; each < 15; each++) {
      const response = await sendAt(person, shown);
      answers.push({ shown, response });
      if (response.status === 409) shown = (await readAs(response, z.object({ price: z.string() }))).price;
    }
  };
  const change = async () => {
    for (const price of ['0.02', '0.01']) expect((await setAs(admin, 'sms_price', price)).status).toBe(200);
  };
  await Promise.all([sender(here), sender(there), sender(here), sender(there), change()]);
  let spent = 0;
  for (const { shown, response } of answers) {
    expect([201, 409]).toContain(response.status);
    if (response.status !== 201) continue;
    expect(Number(await costOf(response))).toBe(Number(shown));
    spent += Math.round(Number(shown) * 100);
  }
  expect(await balanceOf(here)).toBe((50 - spent / 100).toFixed(2));
  // Once the change is answered, nobody pays the old price: the next send of each process says so.
  for (const person of [here, there]) {
    expect((await sendAt(person, '0.03')).status).toBe(409);
    expect((await sendAt(person, '0.01')).status).toBe(201);
  }
});
