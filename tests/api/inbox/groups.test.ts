import { takingOf } from '../../../src/carriers/take-once.ts';
import { signMessage } from '../../../src/carriers/adapters/sandbox/incoming.ts';
import { messagesUrl } from '../../../src/carriers/callback-url.ts';
import { storing } from '../../../src/services/inbox/add-to-conversations.ts';
import type { Delivery } from '../../../src/services/inbox/delivery.ts';
import { receive } from '../../../src/services/inbox/receive.ts';
import { store } from '../../../src/services/inbox/store.ts';
import { appForFile, funded, newNumber, readAs, withId, newNumbers } from '../../kit/index.ts';
import { whileRefused } from '../../kit/while-refused.ts';
import { chance, oneOf } from '../../kit/seed.ts';
import { bought } from '../numbers/numbers.ts';
import { type Holder, setAnswers } from './answering.ts';

const app = await appForFile({ background: false, env: { WEBHOOKS_TO_LOOPBACK: 'on' }, soundBooks: true });

/** A message before it is known which of two sets of accounts gets it. */
interface Drawn {
  id: string;
  /** The place of the number; none: it is nobody's. */
  number: number | null;
  from: string;
  text: string;
  part: { reference: string; number: number; count: number } | null;
}

const NOBODYS = '+442079460999';
const TEXTS = ['Hello', 'STOP', 'Yes', 'start', 'HELP', 'price', 'order 66', 'Wo bleibt ihr? 🐟'];

/** Somebody with two numbers: the first answers by rules, the second mails; a webhook listens. */
async function shop(credit: string): Promise<Holder[]> {
  const person = await funded(app, (Number(credit) + 98).toFixed(2));
  const json = { name: 'Till', url: 'http://127.0.0.1:9/hook', events: ['message-received'] };
  const hook = await readAs(await person.as(`/api/users/${person.id}/webhooks`, { json }), withId);
  const [first, second] = [await bought(person), await bought(person)];
  const holder = (number: typeof first): Holder => ({ person, numberId: number.id, number: number.number });
  await setAnswers(holder(first), {
    rules: [
      { match: 'word', keyword: 'price', kind: 'reply', text: 'Nine, {name}' },
      { match: 'begins', keyword: 'order', kind: 'webhook', webhookId: hook.id },
      { match: 'any', kind: 'forward', number: '+447911999999' },
    ],
    answersPerDay: 2,
  });
  const url = `/api/users/${person.id}/did-numbers/${second.id}`;
  await person.as(url, { method: 'PUT', json: { mailMessages: true } });
  return [holder(first), holder(second)];
}

/** A rich account and one whose credit ends amid the messages. */
const shops = async (): Promise<Holder[]> => [...(await shop('5.00')), ...(await shop('0.11'))];

function draw(next: () => number, count: number, senders: readonly string[]): Drawn[] {
  const drawn: Drawn[] = [];
  for (let each = 0; each < count; each++) {
    const again = next() < 0.2 && drawn.length > 0 ? oneOf(drawn.slice(-3), next) : null;
    const part = { reference: String(Math.floor(next() * 3)), number: 1 + Math.floor(next() * 2), count: 2 };
    drawn.push(
      again ?? {
        id: Bun.randomUUIDv7(),
        number: next() < 0.05 ? null : Math.floor(next() * 4),
        from: oneOf(senders, next),
        text: oneOf(TEXTS, next),
        part: next() < 0.15 ? part : null,
      },
    );
  }
  return drawn;
}

const deliveryOf = (holders: readonly Holder[], { id, number, part, ...message }: Drawn): Delivery => {
  const to = (number !== null && holders[number]?.number) || NOBODYS;
  const signature = `${to} ${id}`;
  const seal = { signature, staleAt: new Date(app.clock.now().getTime() + 60_000) };
  // Some carriers sign, others have only the message's id, or only the signature.
  const taking = /[01]$/.test(id) ? null : takingOf('sandbox', 'incoming', seal);
  const carrierMessageId = /[2-5]$/.test(id) ? null : signature;
  return { provider: 'sandbox', taking, messages: [{ ...message, to, carrierMessageId, part }] };
};

const storeGroup = (group: readonly Delivery[]) => storing(app.deps, (tx) => store({ tx, deps: app.deps }, group));

/** All that these accounts have now, without what is never the same: ids, and which of the numbers it is. */
async function remains(holders: readonly Holder[]): Promise<unknown> {
  const { sql } = app.deps;
  const ids = [...new Set(holders.map(({ person }) => person.id))];
  const numbers = holders.map(({ number }) => number);
  const found = {
    people: await sql`select id, credits::text, owed::text from users where id in ${sql(ids)} order by id`,
    conversations: await sql`
      select own_number, other_number, last_text, last_incoming, unread, (
          select json_agg(json_build_array(m.incoming, m.text, m.cost, m.unpaid, m.transaction_id is null) order by m.id)
          from conversation_messages m where m.conversation_id = c.id) as messages, (
          select json_agg(json_build_array(r.cause, r.text, r.keyword, r.recipient, r.status) order by r.id)
          from auto_replies r where r.conversation_id = c.id) as replies
      from conversations c where own_number in ${sql(numbers)} order by own_number, other_number`,
    charges: await sql`
      select user_id, wording, amount::text, balance_after::text from transactions
      where user_id in ${sql(ids)} and wording ->> 'code' like 'sms%' order by user_id, id`,
    optOuts: await sql`
      select user_id, number, word, own_number from opt_outs where user_id in ${sql(ids)} order by user_id, number`,
    events: await sql`
      select name, data from events where user_id in ${sql(ids)} and at >= ${app.clock.now().toISOString()}::timestamptz
      order by user_id, seq`,
    mails: await sql`
      select data from mails where user_id in ${sql(ids)} and kind = 'message_received' order by user_id, data::text`,
    hooks: await sql`
      select event, body from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where w.user_id in ${sql(ids)} order by w.user_id, d.id`,
    parts: await sql`
      select to_number, from_number, reference, part, text from received_parts where to_number in ${sql(numbers)}
      order by 1, 2, 3, 4`,
  };
  let text = JSON.stringify(found);
  for (const [place, number] of numbers.entries()) text = text.replaceAll(number, `number ${place}`);
  for (const [place, id] of ids.entries()) text = text.replaceAll(id, `person ${place}`);
  return JSON.parse(text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id'));
}

test('groups of any size leave the same as one after the other', async () => {
  const next = chance('messages in groups');
  const senders = newNumbers(6);
  await app.deps.sql`insert into settings (name, value) values ('received_price', '0.02')`;
  const [alone, together] = [await shops(), await shops()];
  const drawn = draw(next, 80, senders);
  app.clock.advance(120_000);
  for (const each of drawn) await storeGroup([deliveryOf(alone, each)]);
  const deliveries = drawn.map((each) => deliveryOf(together, each));
  while (deliveries.length > 0) await storeGroup(deliveries.splice(0, 1 + Math.floor(next() * 25)));
  expect(await remains(together)).toEqual(await remains(alone));
  await app.deps.sql`delete from settings`;
});

async function withNumber(): Promise<{ number: string; userId: string }> {
  const person = await funded(app, '100.00');
  return { number: (await bought(person)).number, userId: person.id };
}

/** Messages by a simulated carrier, signed, that come in the same moment. */
function arrive(messages: readonly { from: string; to: string; text: string; id?: string }[]) {
  const url = messagesUrl({ deps: app.deps }, 'sandbox');
  return Promise.allSettled(
    messages.map((message) => {
      const signed = signMessage(app.deps, 'sandbox', { id: Bun.randomUUIDv7(), ...message });
      return receive({ deps: app.deps }, { provider: 'sandbox', callback: { url, ...signed } });
    }),
  );
}

async function transactionsOf(to: string): Promise<number> {
  const [row] = await app.deps.sql<{ count: number }[]>`
    select count(distinct m.xmin::text)::int as count from conversation_messages m
    join conversations c on c.id = m.conversation_id where c.own_number = ${to}`;
  return row?.count ?? 0;
}

test('messages that come at the same time are stored together, and copies of them once', async () => {
  const { number: to } = await withNumber();
  const messages = Array.from({ length: 20 }, (_, each) => {
    return { id: Bun.randomUUIDv7(), from: newNumber(), to, text: `Hello ${each}` };
  });
  const results = await arrive([...messages, ...messages]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
  const stored = await app.deps.sql`
    select text from conversation_messages m join conversations c on c.id = m.conversation_id
    where own_number = ${to}`;
  expect(stored.map(({ text }) => String(text)).toSorted()).toEqual(messages.map(({ text }) => text).toSorted());
  expect(await transactionsOf(to)).toBeLessThan(5);
});

test('a message that cannot be stored is refused alone, and the others of its group are stored', async () => {
  const { number: to } = await withNumber();
  const [before, after] = [newNumber(), newNumber()];
  const texts = ['First', 'Second', 'Poison', 'Third', 'Fourth'];
  const messages = texts.map((text) => ({ from: text === 'Fourth' ? after : before, to, text }));
  const poison = "insert on conversation_messages for each row when (new.text = 'Poison')";
  const refused = (await whileRefused(app, poison, () => arrive(messages))).map(({ status }) => status === 'rejected');
  expect(refused).toEqual([false, false, true, false, false]);
  const talks = await app.deps.sql`
    select other_number as other, last_text as last, unread from conversations where own_number = ${to}
    order by unread desc`;
  expect([...talks]).toEqual([
    { other: before, last: 'Third', unread: 3 },
    { other: after, last: 'Fourth', unread: 1 },
  ]);
});

test('STOP and START of one sender keep their order, in one group and in two', async () => {
  const { number: to, userId } = await withNumber();
  const optedOut = async (from: string) =>
    (await app.deps.sql`select from opt_outs where user_id = ${userId} and number = ${from}`).length > 0;
  for (const [words, isOut] of [
    [['STOP', 'START'], false],
    [['STOP', 'START', 'STOP'], true],
  ] as const) {
    const [inOne, inTwo] = [newNumber(), newNumber()];
    // The first one is alone in its group; all others are together.
    await arrive([
      ...words.map((text) => ({ from: inTwo, to, text })),
      ...words.map((text) => ({ from: inOne, to, text })),
    ]);
    expect([await optedOut(inOne), await optedOut(inTwo)]).toEqual([isOut, isOut]);
  }
});

test('a copy of a delivery whose message has no id changes nothing, in the same group and later', async () => {
  const { number: to } = await withNumber();
  const seal = { signature: `copy to ${to}`, staleAt: new Date(app.clock.now().getTime() + 60_000) };
  const message = { carrierMessageId: null, from: newNumber(), to, text: 'Once', part: null };
  const delivery: Delivery = {
    ...{ provider: 'sandbox', taking: takingOf('sandbox', 'incoming', seal), messages: [message] },
  };
  await storeGroup([delivery, { ...delivery }]);
  await storeGroup([delivery]);
  const stored = await app.deps.sql`
    select c.unread from conversation_messages m join conversations c on c.id = m.conversation_id
    where c.own_number = ${to}`;
  expect([...stored]).toEqual([{ unread: 1 }]);
});

test('each message of a group to a number that is nobody’s is counted, with its carrier', async () => {
  const countedOf = async () => {
    const [row] = await app.deps.sql<{ count: string }[]>`
      select coalesce(sum(count), 0)::text as count from provider_counts
      where what = 'messages_to_nobody' and name = 'sandbox'`;
    return Number(row?.count);
  };
  const before = await countedOf();
  const [from, text] = [newNumber(), 'Hello?'];
  await storeGroup(
    [NOBODYS, '+442079460998', NOBODYS].map((to) => ({
      provider: 'sandbox',
      taking: null,
      messages: [{ carrierMessageId: null, from, to, text, part: null }],
    })),
  );
  expect(await countedOf()).toBe(before + 3);
});
