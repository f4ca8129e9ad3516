import { z } from 'zod';
import { signMessage } from '../../../src/carriers/adapters/sandbox/incoming.ts';
import { conversation, conversationMessage, receivedMessage } from '../../../src/services/inbox/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { actorOf, balanceOf, funded, makeAdmin, suspend, type TestActor } from '../../kit/actors.ts';
import { appForFile, newNumber, openEvents, ratesOf, readAs, type TestApp, transactionsOf } from '../../kit/index.ts';
import { setAs, settingOf } from '../admin/settings.ts';
import { bought } from '../numbers/numbers.ts';

/** The price of a message that comes in: two processes, one database. A British number costs £49.00. */

const app = await appForFile({ background: false, soundBooks: true });
const other = await appForFile({ background: false, beside: app });
const ada = await makeAdmin(app);
afterEach(async () => {
  await app.deps.sql`delete from settings`;
});

/** From now on a message that comes in costs this. */
const charge = (price: string) => app.deps.sql`
  insert into settings (name, value) values ('received_price', ${price})
  on conflict (name, about) do update set value = excluded.value`;

async function ownerWith(pounds: string): Promise<{ person: TestActor; to: string }> {
  const person = await funded(app, (Number(pounds) + 49).toFixed(2));
  const { number: to } = await bought(person);
  expect(await balanceOf(person)).toBe(pounds);
  return { person, to };
}

async function deliver(at: TestApp, written: { to: string; from?: string; id?: string }): Promise<void> {
  const message = { id: Bun.randomUUIDv7(), from: newNumber(), text: 'Hello', ...written };
  const { body, headers } = signMessage(app.deps, 'sandbox', message);
  expect((await at.fetch('/api/callbacks/sandbox/messages', { method: 'POST', headers, body })).status).toBe(204);
}

const receivedBy = async (person: TestActor) =>
  readAs(await person.as(`/api/users/${person.id}/messages/received`), receivedMessage.array());

test('messages in are free until a price is announced, and cost it a day later', async () => {
  const { person, to } = await ownerWith('1.00');
  expect(await ratesOf(actorOf(other, person))).toMatchObject({ received: '0.00', receivedSoon: null });
  await deliver(app, { to });
  expect((await setAs(ada, 'received_price', '0.02')).status).toBe(200);
  const holdsFrom = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
  expect(await settingOf(ada, 'received_price')).toMatchObject({ value: '0.00', next: { value: '0.02' } });
  expect(await ratesOf(actorOf(other, person))).toMatchObject({
    received: '0.00',
    receivedSoon: { price: '0.02', holdsFrom },
  });
  const [mail] = await app.deps.sql<{ data: object }[]>`
    select data from mails where user_id = ${person.id} and kind = 'prices_rising'`;
  const listed = (price: string) => ({ price, percent: null });
  expect(mail?.data).toEqual({
    prices: [{ subject: 'received', before: listed('0.00'), after: listed('0.02') }],
    holdsFrom,
  });

  app.clock.advance(DAY_MS - 1);
  await deliver(app, { to });
  expect(await balanceOf(person)).toBe('1.00');
  app.clock.advance(1);
  await deliver(app, { to });
  expect(await balanceOf(person)).toBe('0.98');
  expect(await ratesOf(actorOf(other, person))).toMatchObject({ received: '0.02', receivedSoon: null });
  expect((await receivedBy(person)).map(({ cost }) => cost)).toEqual(['0.02', '0.00', '0.00']);
  // A lower price holds at once.
  expect((await setAs(ada, 'received_price', '0.01')).status).toBe(200);
  await deliver(app, { to });
  expect(await balanceOf(person)).toBe('0.97');
  expect((await setAs(ada, 'received_price', '-0.01')).status).toBe(422);
});

test('a message is charged once, however often it is delivered, and shown everywhere with its cost', async () => {
  const { person, to } = await ownerWith('1.00');
  await charge('0.02');
  await using events = await openEvents(app, { authorization: `Bearer ${person.key}` });
  const message = { to, from: newNumber(), id: Bun.randomUUIDv7() };
  await Promise.all([app, other, app, other, other, app].map((at) => deliver(at, message)));
  await deliver(other, message);
  expect(await balanceOf(person)).toBe('0.98');
  expect((await events.next('message-received')).data).toMatchObject({ cost: '0.02', unpaid: '0.00' });
  expect(await receivedBy(person)).toMatchObject([{ from: message.from, cost: '0.02', unpaid: '0.00' }]);
  const [charged] = await transactionsOf(person);
  expect(charged).toMatchObject({
    ...{ type: 'other', amount: '0.02', balanceChange: '-0.02', balanceAfter: '0.98' },
    description: `SMS received from ${message.from} by ${to}`,
  });
  const [talk] = await readAs(await person.as(`/api/users/${person.id}/conversations`), conversation.array());
  expect(talk).toMatchObject({ unread: 1, lastText: 'Hello' });
  const messages = await person.as(`/api/users/${person.id}/conversations/${talk?.id}/messages`);
  expect(await readAs(messages, conversationMessage.array())).toMatchObject([{ cost: '0.02' }]);
});

test('a message that the credit does not cover is stored and never charged, in a storm on two processes too', async () => {
  const { person, to } = await ownerWith('0.05');
  await charge('0.02');
  await Promise.all(Array.from({ length: 12 }, (_, each) => deliver(each % 2 === 0 ? app : other, { to })));
  expect(await balanceOf(person)).toBe('0.01');
  const found = await receivedBy(person);
  const paid = found.filter(({ cost, unpaid }) => cost === '0.02' && unpaid === '0.00');
  const unpaid = found.filter((each) => each.cost === '0.00' && each.unpaid === '0.02');
  expect([paid.length, unpaid.length]).toEqual([2, 10]);
  const user = await readAs(await person.as(`/api/users/${person.id}`), z.looseObject({ owed: z.string() }));
  expect(user.owed).toBe('0.00');
});

test('nothing is charged to a suspended account, whose messages are kept', async () => {
  const { person, to } = await ownerWith('1.00');
  await charge('0.02');
  await suspend(app, person);
  await deliver(app, { to });
  const [row] = await app.deps.sql<{ credits: string; messages: number }[]>`
    select credits, (select count(*)::int from conversation_messages m where m.user_id = u.id) as messages
    from users u where id = ${person.id}`;
  expect(row).toMatchObject({ credits: '1.00', messages: 1 });
});
