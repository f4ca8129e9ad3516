import { signMessage } from '../../src/carriers/adapters/sandbox/incoming.ts';
import { actorOf, balanceOf, credit, funded, makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import { appForFile, forFile, holdPrices, makeCustomer, makePair, setPriceList } from '../kit/index.ts';
import { eventually, newNumber, parseAs, RunningClock, untilWaiting, WebhookReceiver, withId } from '../kit/index.ts';
import { MailServer } from '../kit/mail-server.ts';
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts';
import { newHash, purchase, verifyAs } from '../api/payments/payments.ts';
import { creditMargins } from '../../src/money/margins/credit-margins.ts';
import { orderTrunk, payAs } from '../api/payments/orders.ts';
import { bought } from '../api/numbers/numbers.ts';

/** Two processes share one database. One is killed during its work; the other completes it, once. */

let doomed: ServerProcess;
let survivor: ServerProcess;

// The real processes use the system's clock, so this does too.
const app = await appForFile({ background: false, clock: new RunningClock(), soundBooks: true });
const mail = await forFile(MailServer.start());
beforeEach(async () => {
  const env = {
    SANDBOX_CARRIERS: 'on',
    WEBHOOKS_TO_LOOPBACK: 'on',
    MAIL_SMTP_URL: mail.url,
    MAIL_FROM: 'topline@example.com',
    // The simulated carriers sign with it.
    SESSION_SECRET: 'a secret that all processes of a test share',
  };
  [doomed, survivor] = await Promise.all([
    startServerProcess(app.databaseUrl, env),
    startServerProcess(app.databaseUrl, env),
  ]);
}, 60_000);
afterEach(() => Promise.all([doomed.kill(), survivor.kill()]));

/**
 * The claims of the dead process are given up after a minute or more; the test does not wait for that. Calls stay on
 * the day on which they were ordered, to which their charge was counted: only after midnight it waits that minute.
 */
async function forgetClaims(): Promise<void> {
  const { sql } = app.deps;
  await sql`update webhook_deliveries set due_at = now() where status = 'pending' and attempts <= 1`;
  await sql`update mails set due_at = now() where status = 'pending'`;
  await sql`
    update voice_calls set due_at = now(),
      called_at = case
        when status = 'dialing' and provider is null and called_at < now() - interval '10 seconds'
        then greatest(called_at - interval '1 minute', date_trunc('day', called_at, 'UTC')) else called_at end
    where ended_at is null`;
}

test('during 40 verifications: each payment is credited once, whichever process gets the retry', async () => {
  const admin = await makeAdmin(app);
  const people = await Promise.all(Array.from({ length: 4 }, () => signUp(app)));
  const payments = await Promise.all(Array.from({ length: 40 }, (_, index) => purchase(people[index % 4] ?? admin)));
  let answered = 0;
  const enough = Promise.withResolvers<void>();
  const verifyAt = async (server: ServerProcess, id: string): Promise<number | null> => {
    const response = await verifyAs(actorOf(server, admin), id, newHash()).catch(() => null);
    if (response?.status === 200 && ++answered === 5) enough.resolve();
    return response?.status ?? null;
  };
  const underWay = payments.flatMap(({ id }) => [verifyAt(doomed, id), verifyAt(survivor, id)]);
  await enough.promise;
  await doomed.kill();
  await Promise.all(underWay);
  const again = await Promise.all(payments.map(({ id }) => verifyAt(survivor, id)));
  for (const status of again) expect([200, 409]).toContain(status ?? 0);

  const rows = await app.deps.sql<{ id: string; status: string; entries: number; credits: string }[]>`
    select t.id, t.status, u.credits::text,
      (select count(*)::int from ledger_entries e where e.transaction_id = t.id) as entries
    from transactions t join users u on u.id = t.user_id where t.id in ${app.deps.sql(payments.map(({ id }) => id))}`;
  expect(rows).toHaveLength(40);
  for (const { status, entries, credits } of rows) {
    expect({ status, entries, credits }).toEqual({ status: 'verified', entries: 1, credits: '1000.00' });
  }
  const told = await app.deps.sql<{ count: number }[]>`
    select count(*)::int as count from events where name = 'payment-verified'
    group by data::json ->> 'transactionId'`;
  expect(told.map(({ count }) => count)).toEqual(Array.from({ length: 40 }, () => 1));
}, 60_000);

test("amid customers' orders of trunks: each is charged once, and the reseller earns its margin once", async () => {
  const { reseller, customer } = await makePair(app);
  await setPriceList(reseller, { trunkPercent: 120 });
  await holdPrices(app);
  const customers = [customer, ...(await Promise.all(Array.from({ length: 11 }, () => makeCustomer(app, reseller))))];
  await Promise.all(customers.map((each) => credit(app, each, '200.00')));
  const orders = await Promise.all(customers.map(async (each) => (await orderTrunk(each)).transactionId ?? ''));
  const enough = Promise.withResolvers<void>();
  let answered = 0;
  const payAt = async (server: ServerProcess, at: number) => {
    const response = await payAs(actorOf(server, customers[at] ?? customer), orders[at] ?? '').catch(() => null);
    if (response?.status === 200 && ++answered === 3) enough.resolve();
  };
  const underWay = orders.map((_, at) => payAt(doomed, at));
  await enough.promise;
  await doomed.kill();
  await Promise.all(underWay);
  await Promise.all(orders.map((_, at) => payAt(survivor, at)));
  expect(await Promise.all(customers.map((each) => balanceOf(each)))).toEqual(customers.map(() => '20.00'));
  await creditMargins(app.deps);
  expect(await balanceOf(reseller)).toBe('360.00');
}, 60_000);

test('amid webhook deliveries: each arrives, under one id, and is recorded as delivered', async () => {
  const receiver = new WebhookReceiver();
  try {
    const admin = await makeAdmin(app, await signUp(survivor));
    const person = await signUp(survivor);
    const made = await actorOf(survivor, person).withCookie(`/api/users/${person.id}/webhooks`, {
      json: { name: 'Ours', url: receiver.url, events: ['payment-verified'] },
    });
    expect(made.status).toBe(201);
    // Nothing is acknowledged before the kill, so that both processes have deliveries under way when it
    // comes.
    const gate = Promise.withResolvers<void>();
    receiver.answer = async () => {
      await gate.promise;
      return new Response('thank you');
    };
    for (let event = 1; event <= 12; event++) {
      const { id } = await purchase(actorOf(app, person));
      expect((await verifyAs(actorOf(event % 2 ? doomed : survivor, admin), id)).status).toBe(200);
    }
    await eventually('deliveries are under way', async () => receiver.received.length >= 4);
    await doomed.kill();
    gate.resolve();
    await forgetClaims();
    await eventually('all are delivered', 40_000, async () => {
      const rows = await app.deps.sql<{ status: string }[]>`
          select d.status from webhook_deliveries d join webhooks w on w.id = d.webhook_id
          where w.user_id = ${person.id}`;
      return rows.length === 12 && rows.every(({ status }) => status === 'delivered');
    });
    const ids = new Set(receiver.received.map(({ body }) => parseAs(body, withId).id));
    expect(ids.size).toBe(12);
  } finally {
    await receiver.stop();
  }
}, 90_000);

test('amid mails: each arrives, and no other one', async () => {
  const arrived = mail.received.length;
  const gate = Promise.withResolvers<void>();
  mail.beforeAnswer = () => gate.promise;
  const people: TestActor[] = [];
  for (let made = 0; made < 8; made++) people.push(await signUp(made % 2 ? doomed : survivor));
  await eventually('a mail is on its way', async () => mail.received.length > arrived);
  await doomed.kill();
  gate.resolve();
  mail.beforeAnswer = () => Promise.resolve();
  await forgetClaims();
  await eventually('all are sent', 40_000, async () => {
    const [row] = await app.deps.sql<{ open: number }[]>`
        select count(*)::int as open from mails where status <> 'sent'`;
    return row?.open === 0;
  });
  const to = mail.received.slice(arrived).flatMap((each) => each.to);
  const addresses = people.map(({ email }) => email);
  expect([...new Set(to)].filter((address) => addresses.includes(address)).toSorted()).toEqual(addresses.toSorted());
}, 90_000);

test('amid messages that come in: what was answered is stored, and the rest once when it comes again', async () => {
  const person = await funded(app, '50.00');
  const { number: to } = await bought(person);
  await app.deps.sql`insert into settings (name, value) values ('received_price', '0.01')`;
  const messages = Array.from({ length: 60 }, (_, each) => {
    return { id: Bun.randomUUIDv7(), from: newNumber(), to, text: `Vote ${each}` };
  });
  const deliver = async (at: ServerProcess, message: (typeof messages)[number]): Promise<boolean> => {
    const signed = signMessage(app.deps, 'sandbox', message);
    const path = '/api/callbacks/sandbox/messages';
    const response = await at.fetch(path, { method: 'POST', ...signed }).catch(() => null);
    return response?.status === 204;
  };
  const stored = async () => {
    const rows = await app.deps.sql<{ text: string }[]>`
      select text from conversation_messages where user_id = ${person.id} and incoming`;
    return rows.map(({ text }) => text).toSorted();
  };
  const textsOf = (some: typeof messages) => some.map(({ text }) => text).toSorted();
  const [early, amid] = [messages.slice(0, 20), messages.slice(20)];
  expect(await Promise.all(early.map((message) => deliver(doomed, message)))).not.toContain(false);
  // The first of the others wait for this transaction with their group; then their process is gone.
  const answers = await app.deps.sql.begin(async (tx) => {
    await tx`lock table conversations in share mode`;
    const underWay = amid.map((message) => deliver(doomed, message));
    await untilWaiting(app.deps.sql, 2);
    await doomed.kill();
    return Promise.all(underWay);
  });
  expect(answers).not.toContain(true);
  expect(await stored()).toEqual(textsOf(early));
  expect(await Promise.all(messages.map((message) => deliver(survivor, message)))).not.toContain(false);
  expect(await stored()).toEqual(textsOf(messages));
  expect(await balanceOf(actorOf(app, person))).toBe('0.40');
  const [told] = await app.deps.sql`
    select count(*)::int as count from events where name = 'message-received' and user_id = ${person.id}`;
  expect(told?.count).toBe(60);
  await app.deps.sql`delete from settings`;
}, 60_000);
