import { chainEvidence } from '../../../db/schema/index.ts';
import { transaction, type Transaction } from '../../../src/money/payments/contract.ts';
import { getTimeline, type PaymentTimeline } from '../../../src/money/payments/timeline-contract.ts';
import { appForFile, credit, makeApprover, signUp, type TestActor, transactionsOf } from '../../kit/index.ts';
import { orderAs, payAs } from './orders.ts';
import { purchase, rejectAs, verifyAs } from './payments.ts';
import { readAnswer } from '../../kit/read.ts';

const app = await appForFile({ env: { APPROVAL_ABOVE_GBP: '500' }, background: false });
const ada = await makeApprover(app, await signUp(app, { fullName: 'Ada Admin' }));
const bea = await makeApprover(app);
const customer = await signUp(app);
const path = (id: string, owner = customer) => `/api/users/${owner.id}/transactions/${id}/timeline`;

const timelineAs = (person: TestActor, id: string) => readAnswer(person.as(path(id)), getTimeline);

/** Each step with its state, e.g. `submitted done`. */
const shape = ({ steps }: PaymentTimeline) => steps.map(({ step, state }) => `${step} ${state}`);

const watch = async ({ id, transactionHash }: Transaction) => {
  const row = { transactionId: id, transactionHash: transactionHash ?? '', confirmationsWanted: 2 };
  await app.deps.db.insert(chainEvidence).values(row);
};
const found = (id: string, confirmations: number) => app.deps.sql`
  update chain_evidence set confirmations = ${confirmations}, found_at = coalesce(found_at, now()),
    checked_at = now() where transaction_id = ${id}`;

test('goes from submitted over the chain to verified', async () => {
  const payment = await purchase(customer);
  await watch(payment);
  expect(shape(await timelineAs(customer, payment.id))).toEqual([
    ...['submitted done', 'seen current', 'confirmed upcoming', 'verified upcoming'],
  ]);
  await found(payment.id, 1);
  const confirming = await timelineAs(customer, payment.id);
  expect(shape(confirming)).toEqual([...['submitted done', 'seen done', 'confirmed current', 'verified upcoming']]);
  expect(confirming.steps[2]).toMatchObject({ at: null, confirmations: 1, confirmationsWanted: 2 });
  await found(payment.id, 2);
  expect(shape(await timelineAs(customer, payment.id)).slice(2)).toEqual(['confirmed done', 'verified current']);
  await verifyAs(ada, payment.id, undefined, { amountReceived: '90' });
  const settled = await timelineAs(customer, payment.id);
  expect(shape(settled)).toEqual(['submitted done', 'seen done', 'confirmed done', 'verified done']);
  expect(settled.steps.every(({ by }) => by === null)).toBe(true);
  expect(settled.transaction).toEqual(transaction.parse((await transactionsOf(customer))[0]));
  expect((await timelineAs(bea, payment.id)).steps.at(-1)?.by?.id).toBe(ada.id);
});

test('keeps what spoke against a payment that was verified all the same', async () => {
  const payment = await purchase(customer);
  await watch(payment);
  await found(payment.id, 2);
  await app.deps.sql`update chain_evidence set verdict = 'differs', reasons = '["wrong_address"]'::jsonb
    where transaction_id = ${payment.id}`;
  const open = await timelineAs(customer, payment.id);
  expect(open.steps[1]).toMatchObject({ step: 'seen', state: 'done', doubts: ['wrong_address'] });
  // Alone, an administrator may do it for a reason.
  await app.deps.sql`update users set role = 'user' where id = ${bea.id}`;
  const reason = 'The customer paid our other address';
  expect((await verifyAs(ada, payment.id, payment.transactionHash ?? '', { reason })).status).toBe(200);
  await app.deps.sql`update users set role = 'admin' where id = ${bea.id}`;
  const [, seen, , verified] = (await timelineAs(bea, payment.id)).steps;
  expect(seen?.doubts).toEqual(['wrong_address']);
  expect(verified).toMatchObject({ step: 'verified', doubts: ['wrong_address'] });
  // Whose payment it is sees what the chain says, and not what the administrators made of it.
  const told = (await timelineAs(customer, payment.id)).steps;
  expect(told.map(({ doubts }) => doubts)).toEqual([[], ['wrong_address'], [], []]);
  // It was verified in spite of it, whatever the chain says later.
  await app.deps.sql`update chain_evidence set verdict = 'matches', reasons = '[]'::jsonb
    where transaction_id = ${payment.id}`;
  const later = (await timelineAs(bea, payment.id)).steps;
  expect(later.map(({ doubts }) => doubts)).toEqual([[], [], [], ['wrong_address']]);
});

test('says that another hash than the customer’s was verified', async () => {
  const payment = await purchase(customer);
  expect((await verifyAs(ada, payment.id)).status).toBe(200);
  expect((await timelineAs(bea, payment.id)).steps.at(-1)?.doubts).toEqual(['other_hash']);
  const same = await purchase(customer);
  await verifyAs(ada, same.id, `${same.transactionHash?.toUpperCase()}`);
  expect((await timelineAs(bea, same.id)).steps.at(-1)?.doubts).toEqual([]);
});

test('a payment on a chain that nobody watches has no steps of it', async () => {
  const payment = await purchase(customer);
  expect(shape(await timelineAs(customer, payment.id))).toEqual(['submitted done', 'verified current']);
});

test('a rejected payment shows the reason, and only the earlier steps', async () => {
  const payment = await purchase(customer);
  await watch(payment);
  await rejectAs(ada, payment.id, 'Nothing arrived');
  const timeline = await timelineAs(customer, payment.id);
  expect(shape(timeline)).toEqual(['submitted done', 'rejected done']);
  expect(timeline.steps[1]).toMatchObject({ reason: 'Nothing arrived', by: null });
});

test('shows the first approval to administrators only', async () => {
  const payment = await purchase(customer, { amount: '600' });
  await verifyAs(ada, payment.id, payment.transactionHash ?? '');
  expect(shape(await timelineAs(customer, payment.id))).toEqual(['submitted done', 'verified current']);
  const timeline = await timelineAs(bea, payment.id);
  expect(shape(timeline)).toEqual(['submitted done', 'approved done', 'verified current']);
  expect(timeline.steps[1]?.by).toEqual({ id: ada.id, email: ada.email, fullName: 'Ada Admin' });
  await verifyAs(bea, payment.id, payment.transactionHash ?? '');
  expect((await timelineAs(bea, payment.id)).steps.map(({ by }) => by?.id)).toEqual([...[undefined, ada.id, bea.id]]);
});

test('is its owner’s, and of a payment in a coin', async () => {
  const stranger = await signUp(app);
  const payment = await purchase(customer);
  expect((await stranger.as(path(payment.id))).status).toBe(403);
  // By their own path nobody reaches what is another's.
  expect((await stranger.as(path(payment.id, stranger))).status).toBe(404);
  expect((await bea.as(path(payment.id, stranger))).status).toBe(404);
  await credit(app, customer, '250.00');
  const order = await orderAs(customer);
  expect((await payAs(customer, order.id)).status).toBe(200);
  expect((await customer.as(path(order.id))).status).toBe(404);
  expect((await customer.as(path(crypto.randomUUID()))).status).toBe(404);
});
