import { eq } from 'drizzle-orm';
import { margins, users } from '../../db/schema/index.ts';
import { user } from '../../src/callers/contract.ts';
import { transact } from '../../src/platform/events/transact.ts';
import { creditMargins, takeBackMargins } from '../../src/money/margins/credit-margins.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import { setAside } from '../../src/money/ledger/set-aside.ts';
import { settleCall } from '../../src/money/ledger/settle-call.ts';
import { customer as customerSchema, getMargins } from '../../src/resale/customers/contract.ts';
import { applyChanges } from '../../src/services/messaging/delivery/apply-changes.ts';
import type { SmsMessage } from '../../src/services/messaging/contract.ts';
import { actorOf, balanceOf, credit, makeReseller, type TestActor } from '../kit/actors.ts';
import { holdPrices, inTurn, makePair, readAnswer, readAs, transactionsOf, transfer, there } from '../kit/index.ts';
import { endWithSoundBooks, forFile, newNumber, send, untilStatus, newNumbers } from '../kit/index.ts';
import { insertCall } from './rows.ts';
import { startTwo } from './processes.ts';
import { changeAfterReceipt } from '../../src/services/messaging/delivery/read-answer.ts';

let reseller: TestActor;
let customer: TestActor;
const processes = await forFile(startTwo());
const [app] = processes.apps;
endWithSoundBooks(app);
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
});

const marginsOf = (person: TestActor) => readAnswer(person.as(`/api/users/${person.id}/margins`), getMargins);
const owedBy = async (person: TestActor) => (await readAs(person.as(`/api/users/${person.id}`), user)).owed;
const setSmsPrice = async (sms: string) => {
  await reseller.as(`/api/users/${reseller.id}/price-list`, { method: 'PUT', json: { sms, voice: '0.20' } });
  await holdPrices(app);
};

async function sendAndHandOver(recipients: readonly string[]): Promise<SmsMessage> {
  const { id } = await send(customer, recipients);
  return untilStatus(customer, id, 'delivered');
}

/** A carrier reports that it will not deliver a message that it had accepted. */
const refuse = ({ id: messageId, messageDetails }: SmsMessage) =>
  transact(app.deps, (tx) => {
    const changes = messageDetails.recipients.map(({ messageId: id }) => ({
      ...changeAfterReceipt({ id, messageId }, { outcome: 'refused', customerWords: null }),
      from: ['delivered'] as const,
    }));
    return applyChanges(tx, changes);
  });

const waitsFor = async () =>
  Number(/^margin_wait_seconds (\S+)$/m.exec(await (await app.fetch('/metrics')).text())?.[1]);

describe('margins', () => {
  test(`a customer's message leaves the reseller price less rate, credited once`, async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    await sendAndHandOver(newNumbers(4));
    expect(await balanceOf(customer)).toBe('9.80');
    expect(await balanceOf(reseller)).toBe('0.00');
    expect(await marginsOf(reseller)).toMatchObject({ customers: 1, month: '0.12', total: '0.12', waiting: '0.12' });
    app.clock.advance(1000);
    expect(await waitsFor()).toBeGreaterThan(0);
    await processes.each(10, (on) => creditMargins(on.deps));
    expect(await waitsFor()).toBe(0);
    expect(await balanceOf(reseller)).toBe('0.12');
    expect(await marginsOf(reseller)).toMatchObject({ month: '0.12', total: '0.12', waiting: '0.00' });
    const credited = (await transactionsOf(reseller)).filter(({ type }) => type === 'reseller_margin');
    expect(credited).toHaveLength(1);
  });

  test('a recipient that a carrier refuses earns nothing, the rest of the message does', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    const { id } = await send(customer, [newNumber(), newNumber('0000'), newNumber()]);
    await untilStatus(customer, id, 'partial');
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('0.06');
  });

  test('charges and credits at once on two processes add up', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    const sent = await processes.each(40, async (on, index) => {
      if (index % 5 === 0) return creditMargins(on.deps);
      return send(actorOf(on, customer), [newNumber()]);
    });
    for (const message of sent) if (message) await untilStatus(customer, message.id, 'delivered');
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('0.96');
  });

  test('are claimed by whoever has their reseller’s row, as a transfer does it, so that neither locks the other out', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    await sendAndHandOver([newNumber()]);
    await inTurn(
      app,
      (tx) => tx`select from users where id = ${reseller.id} for update`,
      [() => creditMargins(app.deps)],
      // While it waits for that row, it has claimed nothing.
      (tx) => tx`select from margin_earnings where reseller_id = ${reseller.id} for update nowait`,
    );
    expect(await balanceOf(reseller)).toBe('0.03');
  });

  test('a year of them is read from totals by month, from each customer and from all', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    const began = app.clock.now();
    await sendAndHandOver([newNumber()]);
    await creditMargins(app.deps);
    try {
      // The package has run out by then, so that the standard rate is subtracted.
      app.clock.advance(40 * 86_400_000);
      await sendAndHandOver([newNumber(), newNumber()]);
      expect(await marginsOf(reseller)).toMatchObject({ month: '0.04', total: '0.07', waiting: '0.04' });
      await creditMargins(app.deps);
      expect(await marginsOf(reseller)).toMatchObject({ month: '0.04', total: '0.07', waiting: '0.00' });
      const path = `/api/users/${reseller.id}/customers/${customer.id}`;
      const { margin } = await readAs(reseller.as(path), customerSchema);
      expect(margin).toEqual({ month: '0.04', total: '0.07' });
      // Margins that are already in the totals are not added again.
      const add = (amount: number) => app.deps.sql`
        update margin_earnings set amount = amount + ${amount}::int where reseller_id = ${reseller.id}`;
      await add(100);
      expect(await marginsOf(reseller)).toMatchObject({ month: '0.04', total: '0.07', waiting: '0.00' });
      expect((await readAs(reseller.as(path), customerSchema)).margin).toEqual(margin);
      await add(-100);
    } finally {
      app.clock.moveTo(began);
    }
  });

  test('a call earns the margin of the minutes it came to, when it is settled', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    const call = { userId: customer.id, callId: Bun.randomUUIDv7(), destination: '+447700900005' };
    const calledAt = app.clock.now();
    const kept = await transact(app.deps, (tx) =>
      setAside(
        tx,
        { ...call, forwardTo: null },
        { wanted: 30, flatRate: app.deps.config.voiceRateGbp, carriers: ['sandbox'] },
      ),
    );
    expect((await marginsOf(reseller)).total).toBe('0.00');
    // Thirty minutes at £0.20, of which the reseller pays £0.05: the most that may be earned.
    const held = await app.deps.sql`select amount from margins where transaction_id = ${kept.transactionId}`;
    expect([...held]).toEqual([{ amount: '4.50' }]);
    await transact(app.deps, (tx) =>
      settleCall(
        tx,
        {
          id: call.callId,
          userId: call.userId,
          destination: call.destination,
          calledAt,
          heldAt: null,
          ...kept.terms,
          supplierRate: kept.supplierTerms?.rate ?? null,
          supplierFee: kept.supplierTerms?.fee ?? null,
          maxMinutes: kept.minutes,
          setAside: kept.amount,
          trunkRate: kept.trunkRate,
          askedRate: kept.asked?.rate ?? null,
          askedFee: kept.asked?.fee ?? null,
          parentId: null,
          forwardingNumber: null,
          forwardRate: null,
          counted: kept.counted,
          transactionId: kept.transactionId,
        },
        7 * 60,
      ),
    );
    await insertCall(app.deps.sql, {
      userId: customer.id,
      transactionId: kept.transactionId,
      cost: '6.00',
      actualCost: '1.40',
    });
    await app.deps.sql`
      update voice_calls set rate = 0.20, supplier_rate = 0.05, supplier_fee = 0, supplier_cost = 0.35,
        billed_minutes = 7, billed_seconds = 420, duration = 420
      where transaction_id = ${kept.transactionId}`;
    expect((await marginsOf(reseller)).total).toBe('1.05');
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('1.05');
    expect(await balanceOf(customer)).toBe('8.60');
  });

  test('a margin that was paid and is taken back is owed, and meanwhile nothing leaves the account', async () => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.22');
    const message = await sendAndHandOver(newNumbers(10));
    await creditMargins(app.deps);
    expect((await transfer(reseller, customer, '1.50')).status).toBe(201);
    await refuse(message);
    expect(await marginsOf(reseller)).toMatchObject({ total: '0.00', waiting: '-2.00' });
    // Before anything was taken back, and after.
    for (const [settle, why] of [
      [async () => {}, '£2.00 of margins is being taken back'],
      [() => takeBackMargins(app.deps), 'owes £1.50'],
    ] as const) {
      await settle();
      const refused = await transfer(reseller, customer, '0.10');
      expect(refused.status).toBe(402);
      expect(await refused.json()).toMatchObject({ detail: expect.stringContaining(why) });
    }
    expect([await balanceOf(reseller), await owedBy(reseller)]).toEqual(['0.00', '1.50']);

    // All incoming credit pays the debt first, whatever its source.
    expect((await transfer(reseller, customer, '0.50', 'from_customer')).status).toBe(201);
    expect([await balanceOf(reseller), await owedBy(reseller)]).toEqual(['0.00', '1.00']);
    await credit(app, reseller, '2.00');
    expect([await balanceOf(reseller), await owedBy(reseller)]).toEqual(['1.00', '0.00']);
    expect((await transfer(reseller, customer, '0.60')).status).toBe(201);
    expect(await marginsOf(reseller)).toMatchObject({ total: '0.00', waiting: '0.00' });
    expect((await transactionsOf(reseller)).map(({ type }) => type).join(' ')).toBe(
      'credit_transfer debt_payment adjustment debt_payment credit_transfer reseller_margin credit_transfer reseller_margin',
    );
  });

  test('a reseller who cannot pay back does not delay the others', async () => {
    const pairs = [{ reseller, customer }, await makePair(app), await makePair(app)];
    const sent = new Map<string, SmsMessage>();
    for (const pair of pairs) {
      ({ reseller, customer } = pair);
      await credit(app, customer, '10.00');
      await setSmsPrice('0.05');
      sent.set(reseller.id, await sendAndHandOver([newNumber()]));
    }
    const [indebted] = pairs.toSorted((a, b) => (a.reseller.id < b.reseller.id ? -1 : 1));
    await creditMargins(app.deps);
    for (const pair of pairs) {
      ({ reseller, customer } = pair);
      if (pair !== indebted) await sendAndHandOver([newNumber()]);
      else {
        await transfer(reseller, customer, '0.03');
        const message = there(sent.get(reseller.id), 'each customer has sent one');
        await refuse(message);
      }
    }
    // A margin that is too large for the balance to store does not block the others either.
    const full = await makePair(app);
    ({ reseller, customer } = full);
    await credit(app, customer, '10.00');
    await credit(app, reseller, '99999999.99');
    await sendAndHandOver([newNumber()]);
    await creditMargins(app.deps);
    const balances = await Promise.all(pairs.map((pair) => balanceOf(pair.reseller)));
    expect(balances.toSorted()).toEqual(['0.00', '0.06', '0.06']);
  });

  test.each([
    ['an expired', true, false],
    ['a suspended', false, true],
    ['an expired and suspended', true, true],
  ])('%s reseller keeps what customers leave', async (_who, expired, suspended) => {
    await credit(app, customer, '10.00');
    await setSmsPrice('0.05');
    if (expired) await makeReseller(app, reseller, new Date(app.clock.now().getTime() - 1));
    if (suspended) await processes.admin.withCookie(`/api/admin/users/${reseller.id}/suspend`, { method: 'PUT' });
    await sendAndHandOver([newNumber()]);
    await creditMargins(app.deps);
    const [row] = await app.deps.db.select().from(margins).where(eq(margins.resellerId, reseller.id));
    // Without a package it is the standard rate that is subtracted.
    const margin = parseMoney(expired ? '0.02' : '0.03');
    expect(row).toMatchObject({ amount: margin, customerId: customer.id });
    const [account] = await app.deps.db.select().from(users).where(eq(users.id, reseller.id));
    expect(account?.credits).toBe(margin);
  });
});
