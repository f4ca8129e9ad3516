import { z } from 'zod';
import { transaction } from '../../../src/money/payments/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { balanceOf, funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, openEvents, readAs, transactionsOf } from '../../kit/index.ts';
import { buyTrunk, cancelAs, orderAs, trunkOf, payAs, inCoin } from './orders.ts';
import { purchase, verifyAs } from './payments.ts';

let person: TestActor;
let packageId: string;
let orderId: string;

/** A running package, and an upgrade of it that was ordered on its first day, for £1,350. */
const app = await appForFile({ background: false, soundBooks: true });
beforeEach(async () => {
  person = await funded(app, '3000.00');
  packageId = (await buyTrunk(person)).id;
  const response = await person.as(`/api/users/${person.id}/voice-packages/${packageId}/upgrade`, {
    json: { packageType: 'enterprise' },
  });
  expect(response.status).toBe(201);
  orderId = (await readAs(response, z.object({ transactionId: z.string() }))).transactionId;
});

const ordersOf = async (who: TestActor = person) =>
  await readAs(who.as(`/api/users/${person.id}/orders`), transaction.array());
const payAt = (price?: string) =>
  person.as(`/api/users/${person.id}/transactions/${orderId}/pay`, { json: price === undefined ? {} : { price } });
const priceNow = async () =>
  (await trunkOf(person, packageId)).upgrades.find(({ packageType }) => packageType === 'enterprise')?.price ?? '';

test('the package page shows the same price as a waiting order, and as the charge', async () => {
  expect((await ordersOf())[0]?.amount).toBe('1350.00');
  app.clock.advance(350 * DAY_MS);
  const shown = await priceNow();
  expect(Number(shown)).toBeLessThan(60);
  expect((await ordersOf())[0]).toMatchObject({ id: orderId, amount: shown });
  expect((await transactionsOf(person))[0]).toMatchObject({ id: orderId, amount: shown });
  expect((await payAt(shown)).status).toBe(200);
  expect((await transactionsOf(person))[0]).toMatchObject({ balanceChange: `-${shown}` });
  expect(await trunkOf(person, packageId)).toMatchObject({ packageType: 'enterprise' });
});

test('a price that is no longer the price is 409 with the new one, and nothing is charged', async () => {
  app.clock.advance(350 * DAY_MS);
  const shown = await priceNow();
  const before = await balanceOf(person);
  const refused = await payAt('1350.00');
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: 'price_changed',
    price: shown,
    detail: `The price of this order is now £${shown}`,
  });
  expect(await balanceOf(person)).toBe(before);
  expect(await trunkOf(person, packageId)).toMatchObject({ packageType: 'basic' });
  expect((await payAt(shown)).status).toBe(200);
});

test('a customer who says no price pays what they were last shown, or is told the new one first', async () => {
  app.clock.advance(350 * DAY_MS);
  const { price } = await expectProblem(await payAs(person, orderId), 'price_changed');
  expect(price).toBe(await priceNow());
  expect((await payAs(person, orderId)).status).toBe(200);
  expect((await transactionsOf(person))[0]).toMatchObject({ balanceChange: `-${price}` });
});

test('a payment in a coin is asked for at the price of the moment, and keeps it', async () => {
  app.clock.advance(300 * DAY_MS);
  const shown = await priceNow();
  const order = { type: 'voice_package', voicePackageId: packageId, ...inCoin() };
  expect(await orderAs(person, order)).toMatchObject({ id: orderId, amount: shown, cryptocurrency: 'BTC' });
  app.clock.advance(30 * DAY_MS);
  expect((await ordersOf())[0]).toMatchObject({ id: orderId, amount: shown });
  const admin = await makeAdmin(app);
  expect((await verifyAs(admin, orderId)).status).toBe(200);
  expect((await transactionsOf(person))[0]).toMatchObject({ amount: shown, status: 'verified' });
});

test('a top-up that names the order pays it at the price of the moment', async () => {
  const topUp = await purchase(person, { settlesTransactionId: orderId });
  app.clock.advance(350 * DAY_MS);
  const shown = await priceNow();
  expect((await verifyAs(await makeAdmin(app), topUp.id)).status).toBe(200);
  const paid = (await transactionsOf(person)).find(({ id }) => id === orderId);
  expect(paid).toMatchObject({ status: 'completed', amount: shown, balanceChange: `-${shown}` });
});

test('a new price, and a cancelled order, are told to the other screens', async () => {
  const admin = await makeAdmin(app);
  const [mine, theirs] = await Promise.all(
    [person, admin].map(({ key }) => openEvents(app, { authorization: `Bearer ${key}` })),
  );
  app.clock.advance(350 * DAY_MS);
  await ordersOf();
  const told = { transactionId: orderId, userId: person.id };
  const repriced = { ...told, status: 'pending', amount: await priceNow() };
  expect((await mine?.next('order-changed'))?.data).toMatchObject(repriced);
  expect((await cancelAs(person, orderId)).status).toBe(200);
  expect((await mine?.next('order-changed'))?.data).toMatchObject({ ...told, status: 'failed' });
  expect((await theirs?.next('order-changed'))?.data).toMatchObject(repriced);
  expect((await theirs?.next('order-changed'))?.data).toMatchObject({ ...told, status: 'failed' });
  await Promise.all([mine?.close(), theirs?.close()]);
});
