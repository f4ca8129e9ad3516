import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { margins, users } from '../../db/schema/index.ts';
import { transact } from '../../src/platform/events/transact.ts';
import { creditMargins } from '../../src/money/margins/credit-margins.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import { post } from '../../src/money/ledger/post.ts';
import { setAside, settleCall } from '../../src/money/ledger/set-aside.ts';
import { actorOf, balanceOf, credit, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { makePair, transfer } from '../kit/customers.ts';
import { newNumber, postSms } from '../kit/messages.ts';
import { insertCall } from './rows.ts';
import { type Processes, startTwo } from './processes.ts';
import { expectSoundBooks, transactionsOf } from '../kit/books.ts';

let processes: Processes;
let app: TestApp;
let reseller: TestActor;
let customer: TestActor;
beforeAll(async () => {
  processes = await startTwo();
  [app] = processes.apps;
});
afterAll(() => processes.stop());
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
});

const marginsOf = async (person: TestActor) =>
  (await (await person.as(`/api/users/${person.id}/margins`)).json()) as Record<string, string>;
const setSmsPrice = (sms: string) =>
  reseller.as(`/api/users/${reseller.id}/price-list`, { method: 'PUT', json: { sms, voice: '0.20' } });

describe('transfers of credit', () => {
  test('are two transactions that name each other', async () => {
    await credit(app, reseller, '50.00');
    const response = await transfer(reseller, customer, '20.00');
    expect(response.status).toBe(201);
    const answer = (await response.json()) as Record<string, string>;
    expect(answer).toMatchObject({ credits: '30.00', customerCredits: '20.00' });
    const [ours] = await transactionsOf(reseller);
    const [theirs] = await transactionsOf(customer);
    expect(ours).toMatchObject({
      id: answer.transactionId,
      type: 'credit_transfer',
      balanceChange: '-20.00',
    });
    expect(theirs).toMatchObject({ id: answer.counterpartTransactionId, balanceChange: '20.00' });
    expect(await (await transfer(reseller, customer, '5.50', 'from_customer')).json()).toMatchObject({
      credits: '35.50',
      customerCredits: '14.50',
    });
    await expectSoundBooks(app);
  });

  test('never go below zero on either side', async () => {
    await credit(app, reseller, '10.00');
    expect((await transfer(reseller, customer, '10.01')).status).toBe(402);
    expect((await transfer(reseller, customer, '10.00')).status).toBe(201);
    expect((await transfer(reseller, customer, '10.01', 'from_customer')).status).toBe(402);
    expect([await balanceOf(reseller), await balanceOf(customer)]).toEqual(['0.00', '10.00']);
  });

  test('with one key happen once', async () => {
    await credit(app, reseller, '10.00');
    const send = () => transfer(reseller, customer, '4.00', 'to_customer', { 'idempotency-key': 'once' });
    const [first, second] = [await send(), await send()];
    expect(await second.text()).toBe(await first.text());
    expect(await balanceOf(customer)).toBe('4.00');
  });

  test.each(['0', '-5.00', '1.005', 'all', ''])('of %p are refused', async (amount) => {
    expect((await transfer(reseller, customer, amount)).status).toBe(422);
  });

  test('fifty at once in both directions, on two processes, add up', async () => {
    await credit(app, reseller, '30.00');
    await credit(app, customer, '30.00');
    const responses = await processes.each(50, (on, index) =>
      // In pairs, so that each process sends both ways.
      transfer(actorOf(on, reseller), customer, '3.00', index % 4 < 2 ? 'to_customer' : 'from_customer'),
    );
    const done = (both: number[]) =>
      responses.filter(({ status }, index) => status === 201 && both.includes(index % 4)).length;
    expect(responses.filter(({ status }) => status !== 201 && status !== 402)).toEqual([]);
    const balance = 3000 - 300 * done([0, 1]) + 300 * done([2, 3]);
    expect(await balanceOf(reseller)).toBe((balance / 100).toFixed(2));
    expect(await balanceOf(customer)).toBe(((6000 - balance) / 100).toFixed(2));
    expect(done([0, 1])).toBeGreaterThan(0);
    await expectSoundBooks(app);
  });

  test('racing with charges of the customer, nothing is lost', async () => {
    await credit(app, customer, '3.00');
    await setSmsPrice('0.05');
    await processes.each(30, (on, index) =>
      index % 3 === 0
        ? transfer(actorOf(on, reseller), customer, '0.50', 'from_customer')
        : postSms(actorOf(on, customer), [newNumber()]),
    );
    await expectSoundBooks(app);
  });
});

describe('margins', () => {
  test(`a customer's message leaves the reseller price less rate, credited once`, async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    const recipients = Array.from({ length: 4 }, () => newNumber());
    expect((await postSms(customer, recipients)).status).toBe(201);
    expect(await balanceOf(customer)).toBe('9.80');
    expect(await balanceOf(reseller)).toBe('0.00');
    expect(await marginsOf(reseller)).toMatchObject({
      customers: 1,
      month: '0.12',
      total: '0.12',
      waiting: '0.12',
    });
    await processes.each(10, (on) => creditMargins(on.deps));
    expect(await balanceOf(reseller)).toBe('0.12');
    expect(await marginsOf(reseller)).toMatchObject({ total: '0.12', waiting: '0.00' });
    const credited = (await transactionsOf(reseller)).filter(({ type }) => type === 'reseller_margin');
    expect(credited).toHaveLength(1);
    await expectSoundBooks(app);
  });

  test('charges and credits at once on two processes add up', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    await processes.each(40, async (on, index) => {
      if (index % 5 === 0) await creditMargins(on.deps);
      else await postSms(actorOf(on, customer), [newNumber()]);
    });
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('0.96');
    await expectSoundBooks(app);
  });

  test('what a call did not use takes its share of the margin back', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    const call = { userId: customer.id, callId: Bun.randomUUIDv7(), destination: '+447700900005' };
    const calledAt = app.clock.now();
    const kept = await transact(app.deps, (tx) =>
      setAside(tx, { ...call, forwardTo: null }, { wanted: 30, standardRate: app.deps.config.voiceRateGbp }),
    );
    expect((await marginsOf(reseller)).total).toBe('4.50');
    await transact(app.deps, (tx) =>
      settleCall(
        tx,
        {
          id: call.callId,
          userId: call.userId,
          destination: call.destination,
          calledAt,
          rate: kept.rate,
          setAside: kept.amount,
          transactionId: kept.transactionId,
        },
        7,
      ),
    );
    await insertCall(app.deps.sql, {
      userId: customer.id,
      transactionId: kept.transactionId,
      cost: '6.00',
      actualCost: '1.40',
    });
    await app.deps.sql`
      update voice_calls set rate = 0.20, billed_minutes = 7, duration = 420
      where transaction_id = ${kept.transactionId}`;
    expect((await marginsOf(reseller)).total).toBe('1.05');
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('1.05');
    expect(await balanceOf(customer)).toBe('8.60');
  });

  test('a refund after the margin was credited waits until the balance covers it', async () => {
    await credit(app, customer, '10.00');
    const userId = customer.id;
    const charge = await transact(app.deps, (tx) =>
      post(
        tx,
        {
          userId,
          type: 'did_purchase',
          status: 'completed',
          amount: parseMoney('5.00'),
          description: 'A number',
        },
        parseMoney('-5.00'),
        'did_purchase',
        { resellerId: reseller.id, amount: parseMoney('2.00') },
      ),
    );
    await creditMargins(app.deps);
    expect((await transfer(reseller, customer, '1.50')).status).toBe(201);
    await transact(app.deps, (tx) =>
      post(
        tx,
        {
          userId,
          type: 'refund',
          status: 'completed',
          refundsTransactionId: charge.id,
          amount: parseMoney('5.00'),
          description: 'No number',
        },
        parseMoney('5.00'),
        'refund',
      ),
    );
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('0.50');
    expect((await marginsOf(reseller)).waiting).toBe('-2.00');
    await credit(app, reseller, '2.00');
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('0.50');
    expect(await marginsOf(reseller)).toMatchObject({ total: '0.00', waiting: '0.00' });
  });

  test('an expired or suspended reseller keeps what customers leave', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    await app.deps.db
      .update(users)
      .set({ resellerExpiresAt: new Date(app.clock.now().getTime() - 1) })
      .where(eq(users.id, reseller.id));
    await processes.admin.as(`/api/admin/users/${reseller.id}/suspend`, { method: 'PUT' });
    expect((await postSms(customer, [newNumber()])).status).toBe(201);
    await creditMargins(app.deps);
    const [row] = await app.deps.db.select().from(margins).where(eq(margins.resellerId, reseller.id));
    expect(row).toMatchObject({ amount: parseMoney('0.02'), customerId: customer.id });
    const [account] = await app.deps.db.select().from(users).where(eq(users.id, reseller.id));
    expect(account?.credits).toBe(parseMoney('0.02'));
  });
});

test('the books of all of this are sound', () => expectSoundBooks(app));
