import { chainEvidence } from '../../../db/schema/index.ts';
import { user } from '../../../src/callers/contract.ts';
import { pendingPayment, transaction } from '../../../src/money/payments/contract.ts';
import { appForFile, makeAdmin, problemOf, readAs, signUp } from '../../kit/index.ts';
import { purchaseOf } from './payments.ts';

const app = await appForFile({ background: false, env: { APPROVAL_ABOVE_GBP: '500' } });
const [ada, bea] = [await makeAdmin(app), await makeAdmin(app)];
const customer = await signUp(app);

const submit = async (more = {}) =>
  readAs(customer.as(`/api/users/${customer.id}/transactions`, { json: purchaseOf(more) }), transaction);
const listed = async (query: string, by = ada) =>
  (await readAs(by.as(`/api/admin/payments?status=pending&${query}`), pendingPayment.array())).map(({ id }) => id);

test('a payment is in the hand of who took it last, and only that one leaves it', async () => {
  const { id } = await submit();
  const take = (by: typeof ada, taken: boolean) =>
    by.as(`/api/admin/payments/${id}/taken`, { method: 'PUT', json: { taken } });
  const holder = async () =>
    (await readAs(bea.as('/api/admin/pending-payments'), pendingPayment.array())).find((row) => row.id === id)?.taken
      ?.by.id;
  expect((await readAs(take(ada, true), pendingPayment.pick({ taken: true }))).taken?.by.id).toBe(ada.id);
  await take(bea, false);
  expect(await holder()).toBe(ada.id);
  await take(bea, true);
  expect(await holder()).toBe(bea.id);
  await take(bea, false);
  expect(await holder()).toBeUndefined();
});

test('the second administrator, with whatever decision, is told who was first', async () => {
  const { id, transactionHash } = await submit();
  await bea.as('/api/admin/reject-payment', { json: { transactionId: id } });
  const { fullName } = await readAs(bea.as(`/api/users/${bea.id}`), user.pick({ fullName: true }));
  for (const path of ['verify-payment', 'reject-payment']) {
    const json = { transactionId: id, ...(path === 'verify-payment' && { transactionHash }) };
    const { code, detail } = await problemOf(await ada.as(`/api/admin/${path}`, { json }));
    expect([code, detail]).toEqual(['already_processed', `${fullName} has already rejected this payment`]);
  }
});

test('the queue is narrowed down to a verdict, and to what waits for one’s own word', async () => {
  const [seen, large] = [await submit(), await submit({ amount: '600' })];
  await app.deps.db.insert(chainEvidence).values({
    ...{ transactionId: seen.id, transactionHash: seen.transactionHash ?? '', confirmationsWanted: 2 },
    verdict: 'matches',
  });
  expect(await listed('verdict=matches')).toEqual([seen.id]);
  const json = { transactionId: large.id, transactionHash: large.transactionHash };
  await bea.as('/api/admin/verify-payment', { json });
  expect(await listed('mine=true')).toEqual([large.id]);
  expect(await listed('mine=true', bea)).toEqual([]);
});
