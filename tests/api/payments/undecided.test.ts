import { eq } from 'drizzle-orm';
import { chainEvidence } from '../../../db/schema/index.ts';
import { closeUndecided } from '../../../src/money/payments/review/close-undecided.ts';
import { type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { readAs, appForFile, deliverMails, mailTo, makeApprover, signUp, type TestActor } from '../../kit/index.ts';
import { orderAs } from './orders.ts';
import { newHash, purchase, verifyAs } from './payments.ts';

let customer: TestActor;
const app = await appForFile({ background: false, env: { APPROVAL_ABOVE_GBP: '500' } });
beforeEach(async () => {
  customer = await signUp(app);
});

async function stateOf({ id }: Transaction): Promise<Transaction | undefined> {
  const all = await readAs(customer.as(`/api/users/${customer.id}/transactions`), transaction.array());
  return all.find((each) => each.id === id);
}

test('after 14 days it is closed, with a letter, and its hash is free', async () => {
  const hash = newHash();
  const payment = await purchase(customer, { transactionHash: hash });
  app.clock.advance(14 * DAY_MS);
  await closeUndecided(app.deps);
  expect(await stateOf(payment)).toMatchObject({ status: 'pending' });
  app.clock.advance(1);
  await closeUndecided(app.deps);
  expect(await stateOf(payment)).toMatchObject({ status: 'failed' });
  await deliverMails(app);
  const letter = await mailTo(app, customer.email, /^Payment of £100\.00 rejected/);
  expect(letter.text).toContain('could not be verified within 14 days');
  expect(await purchase(customer, { transactionHash: hash })).toMatchObject({ status: 'pending' });
});

test('one that was approved or that a chain has seen stays open, and so does an order without a payment', async () => {
  const admin = await makeApprover(app);
  const approved = await purchase(customer, { amount: '600.00' });
  expect((await verifyAs(admin, approved.id)).status).toBe(200);
  const seen = await purchase(customer);
  await app.deps.db.insert(chainEvidence).values({
    transactionId: seen.id,
    transactionHash: newHash(),
    confirmationsWanted: 1,
    arrived: '0.0018',
    foundAt: app.clock.now(),
  });
  const [unseen, order] = [await purchase(customer), await orderAs(customer)];
  await app.deps.db
    .insert(chainEvidence)
    .values({ transactionId: unseen.id, transactionHash: newHash(), confirmationsWanted: 1 });
  app.clock.advance(15 * DAY_MS);
  await closeUndecided(app.deps);
  expect(await stateOf(approved)).toMatchObject({ status: 'pending' });
  expect(await stateOf(seen)).toMatchObject({ status: 'pending' });
  expect(await stateOf(unseen)).toMatchObject({ status: 'failed' });
  expect(await stateOf(order)).toMatchObject({ status: 'pending' });
  const [evidence] = await app.deps.db
    .select({ id: chainEvidence.transactionId })
    .from(chainEvidence)
    .where(eq(chainEvidence.transactionId, seen.id));
  expect(evidence?.id).toBe(seen.id);
});
