import { eq } from 'drizzle-orm';
import { smsRecipients } from '../../db/schema/index.ts';
import { creditMargins, takeBackMargins } from '../../src/money/margins/credit-margins.ts';
import { transact } from '../../src/platform/events/transact.ts';
import { applyChanges } from '../../src/services/messaging/delivery/apply-changes.ts';
import { bought, buyAs, freeNumber, numbersOf } from '../api/numbers/numbers.ts';
import { orderTrunk, payAs } from '../api/payments/orders.ts';
import { newHash, purchaseOf, submitAs, verifyAs } from '../api/payments/payments.ts';
import { giveTrunk, newDestination, order, orderCall } from '../api/voice/calls.ts';
import { readAs, withId, balanceOf, credit, makeAdmin, type TestActor } from '../kit/index.ts';
import { appForFile, eventually, expectProblem, newNumber, postSms, send, newNumbers } from '../kit/index.ts';
import { holdPrices, makePair, setPriceList, transfer } from '../kit/customers.ts';

let reseller: TestActor;
let customer: TestActor;
const app = await appForFile({ background: false, soundBooks: true });
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
  await setPriceList(reseller, { sms: '0.22' });
  await holdPrices(app);
});

/** Ten messages of the customer, whose margin is £2.00 and is paid, are refused after all. */
async function refuseAfterAll(): Promise<void> {
  await credit(app, customer, '10.00');
  const numbers = newNumbers(10);
  const { id: messageId } = await send(customer, numbers);
  const say = (change: object) =>
    transact(app.deps, async (tx) => {
      const { id, messageId: of } = smsRecipients;
      const rows = await tx.db.select({ id }).from(smsRecipients).where(eq(of, messageId));
      const base = { messageId, to: 'delivered', from: ['queued', 'delivered'] } as const;
      await applyChanges(
        tx,
        rows.map((row) => ({ ...row, ...base, ...change })),
      );
    });
  await say({ provider: 'sandbox' });
  await creditMargins(app.deps);
  expect(await balanceOf(reseller)).toBe('1002.00');
  await say({ to: 'failed', refund: true });
}

test('a message, a call, a package’s minute, a number, its next month, an order and a transfer wait', async () => {
  const own = `/api/users/${reseller.id}`;
  const { transactionId } = await orderTrunk(reseller, 'professional');
  await credit(app, reseller, '1000.00');
  const { id: numberId } = await bought(reseller);
  await eventually('the number is there', async () =>
    (await numbersOf(reseller)).every(({ status }) => status === 'active'),
  );
  const other = await freeNumber(reseller);
  await credit(app, reseller, (1000 - Number(await balanceOf(reseller))).toFixed(2));
  await refuseAfterAll();
  const ways = {
    message: () => postSms(reseller, [newNumber()]),
    messages: () => postSms(reseller, [newNumber(), newNumber()]),
    call: () => orderCall(reseller, { destination: newDestination() }),
    number: () => buyAs(reseller, other),
    month: () => reseller.as(`${own}/did-numbers/${numberId}/renew`, { method: 'POST' }),
    order: () => payAs(reseller, transactionId ?? ''),
    transfer: () => transfer(reseller, customer, '0.01'),
  };
  for (const [way, leave] of Object.entries(ways)) {
    const { detail } = await expectProblem(await leave(), 'insufficient_credits');
    expect([way, detail]).toEqual([way, expect.stringContaining('£2.00 of margins is being taken back')]);
  }
  await giveTrunk(app, reseller, 1000, app.clock.now());
  await expectProblem(await ways.call(), 'insufficient_credits');
  expect(await balanceOf(reseller)).toBe('1002.00');

  // The taking back does not wait for any of these, and then they go on.
  await takeBackMargins(app.deps);
  expect(await balanceOf(reseller)).toBe('1000.00');
  for (const [way, leave] of Object.entries(ways)) expect([way, (await leave()).ok]).toEqual([way, true]);
  await order(reseller, { destination: newDestination() });
});

test('a payment is verified all the same, and the order that it names waits', async () => {
  await credit(app, reseller, '1000.00');
  const { transactionId } = await orderTrunk(reseller);
  await refuseAfterAll();
  const purchase = purchaseOf({ amount: '150.00', settlesTransactionId: transactionId });
  const { id } = await readAs(submitAs(reseller, purchase), withId);
  expect((await verifyAs(await makeAdmin(app), id, newHash())).status).toBe(200);
  expect(await balanceOf(reseller)).toBe('1152.00');
  await takeBackMargins(app.deps);
  expect((await payAs(reseller, transactionId ?? '')).status).toBe(200);
  expect(await balanceOf(reseller)).toBe('1000.00');
});
