import { creditMargins } from '../../src/money/margins/credit-margins.ts';
import { getMargins, getRates } from '../../src/resale/customers/contract.ts';
import { inCoin, orderTrunk, payAs, trunksOf } from '../api/payments/orders.ts';
import { newHash, statuses, submitAs, verifyAs } from '../api/payments/payments.ts';
import { endWithSoundBooks, forFile, actorOf, balanceOf, credit, type TestActor } from '../kit/index.ts';
import { holdPrices, makePair, readAnswer, setPriceList } from '../kit/index.ts';
import { startTwo } from './processes.ts';

let reseller: TestActor;
let customer: TestActor;
const processes = await forFile(startTwo());
const [app] = processes.apps;
const { admin } = processes;
endWithSoundBooks(app);
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
  await setPriceList(reseller, { trunkPercent: 120 });
  await holdPrices(app);
});

const earned = async () => (await readAnswer(reseller.as(`/api/users/${reseller.id}/margins`), getMargins)).total;
const revenue = async () => {
  const [row] = await app.deps.sql<{ sum: string }[]>`
    select sum(revenue)::numeric(10, 2)::text as sum from (
      select revenue from figure_changes where user_id = ${customer.id} and service = 'trunk'
      union all select revenue from figures where by = 'customer' and key = ${customer.id} and service = 'trunk') f`;
  return row?.sum;
};

test('an order that is paid many times at once, by two processes, is charged once and earns its margin once', async () => {
  await credit(app, customer, '1000.00');
  const { transactionId } = await orderTrunk(customer);
  const rates = await readAnswer(customer.as(`/api/users/${customer.id}/rates`), getRates);
  expect(rates.trunks['basic']).toBe('180.00');
  const answers = await processes.each(20, (on) => payAs(actorOf(on, customer), transactionId ?? ''));
  expect(statuses(answers)).toEqual({ 200: 1, 409: 19 });
  expect([await balanceOf(customer), await earned(), await revenue()]).toEqual(['820.00', '30.00', '150.00']);
  await processes.each(10, (on) => creditMargins(on.deps));
  expect([await balanceOf(reseller), await earned()]).toEqual(['30.00', '30.00']);
});

test('an upgrade earns the same share of what it costs; without a price of the reseller nothing is earned', async () => {
  await credit(app, customer, '1000.00');
  const { id, transactionId } = await orderTrunk(customer);
  expect((await payAs(customer, transactionId ?? '')).status).toBe(200);
  const upgrade = `/api/users/${customer.id}/voice-packages/${id}/upgrade`;
  expect((await customer.as(upgrade, { json: { packageType: 'professional' } })).status).toBe(201);
  const [trunk] = await trunksOf(customer);
  expect((await payAs(customer, trunk?.transactionId ?? '')).status).toBe(200);
  const paid = 1000 - Number(await balanceOf(customer));
  expect([paid > 180, await earned()]).toEqual([true, (paid / 6).toFixed(2)]);
  await setPriceList(reseller, {});
  const other = await orderTrunk(customer);
  expect((await payAs(customer, other.transactionId ?? '')).status).toBe(200);
  expect(await earned()).toBe((paid / 6).toFixed(2));
});

test('an order paid in a coin earns by its own price, also where ours rose since; taken back, it stays earned', async () => {
  const brand = { name: 'Acme Voice', cryptoPayments: true };
  expect((await reseller.as(`/api/users/${reseller.id}/brand`, { method: 'PUT', json: brand })).status).toBe(200);
  const { id, transactionId } = await orderTrunk(customer);
  const order = { type: 'voice_package', voicePackageId: id, amount: '180.00', status: 'pending', ...inCoin() };
  expect((await submitAs(customer, order)).status).toBe(201);
  // The reseller now pays 110 % itself; the order keeps the price at which it was paid.
  await app.deps.sql`
    insert into account_prices (user_id, subject, holds_from, percent, set_at, set_by)
    values (${reseller.id}, 'trunk', '2020-01-01', 110, now(), ${admin.id})`;
  const answers = await processes.each(10, (on) => verifyAs(actorOf(on, admin), transactionId ?? '', newHash()));
  expect(statuses(answers)).toEqual({ 200: 1, 409: 9 });
  expect([await balanceOf(customer), await earned(), await revenue()]).toEqual(['0.00', '15.00', '165.00']);
  const back = { json: { reason: 'It never came' } };
  expect((await admin.as(`/api/admin/payments/${transactionId}/reversals`, back)).status).toBe(201);
  await creditMargins(app.deps);
  // The trunk stays, and the customer owes it.
  expect([await balanceOf(reseller), (await trunksOf(customer))[0]?.isActive]).toEqual(['15.00', true]);
});

test('credit that names an order pays it with its margin, and a refund by hand is ours alone', async () => {
  await credit(app, customer, '180.00');
  const { transactionId } = await orderTrunk(customer);
  expect((await payAs(customer, transactionId ?? '')).status).toBe(200);
  const refund = `/api/admin/users/${customer.id}/transactions/${transactionId}/refund`;
  expect((await admin.as(refund, { json: { amount: '180.00', reason: 'Out of order' } })).status).toBe(201);
  expect([await balanceOf(customer), await earned()]).toEqual(['180.00', '30.00']);
});
