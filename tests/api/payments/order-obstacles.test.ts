import { balanceOf, funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAs, transactionsOf, withId } from '../../kit/index.ts';
import { inCoin, orderAs, orderOf, payAs } from './orders.ts';
import { purchaseOf, submitAs, verifyAs } from './payments.ts';

let person: TestActor;
const app = await appForFile({ background: false, soundBooks: true });
const admin = await makeAdmin(app);
beforeEach(async () => {
  person = await funded(app, '1000.00');
});

const orderNow = async (id: string) => (await transactionsOf(person)).find((row) => row.id === id);

test('an order that a payment in a coin came to meanwhile is not paid from a purchase that names it', async () => {
  const placed = await orderAs(person);
  const purchase = await readAs(
    submitAs(person, purchaseOf({ amount: '250', settlesTransactionId: placed.id })),
    withId,
  );
  expect((await submitAs(person, orderOf(inCoin()))).status).toBe(201);

  expect((await verifyAs(admin, purchase.id)).status).toBe(200);
  expect(await balanceOf(person)).toBe('1250.00');
  expect(await orderNow(placed.id)).toMatchObject({ status: 'pending', cryptocurrency: 'BTC' });
  // A payment for it grants it, and the credit stays.
  expect((await verifyAs(admin, placed.id)).status).toBe(200);
  expect(await balanceOf(person)).toBe('1250.00');
});

test('no quote is made for an order that is not open', async () => {
  const placed = await orderAs(person);
  const quote = (settlesTransactionId: string) =>
    person.as(`/api/users/${person.id}/quotes`, {
      json: { cryptocurrency: 'BTC', amount: '250', settlesTransactionId },
    });
  expect((await quote(placed.id)).status).toBe(201);
  expect((await payAs(person, placed.id)).status).toBe(200);
  await expectProblem(await quote(placed.id), 'validation_failed');
});

test('an order that may not be granted any more is not paid either', async () => {
  const placed = await orderAs(person);
  await makeAdmin(app, person);
  await expectProblem(await payAs(person, placed.id), 'not_allowed_now');
  expect(await balanceOf(person)).toBe('1000.00');
  expect(await orderNow(placed.id)).toMatchObject({ status: 'pending' });
});
