import { z } from 'zod';
import { listPendingPayments, verifyPayment } from '../../../src/money/payments/admin-contract.ts';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { actorOf, balanceOf, makeApprover, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { appForFile, openEvents, readAs, startTestApp, transactionsOf } from '../../kit/index.ts';
import { inCoin, orderAs } from './orders.ts';
import { newHash, purchase, rejectAs, statuses, verifyAs } from './payments.ts';
import { readAnswer, codeOf, problemOf } from '../../kit/index.ts';

/** Above a configured amount a second administrator must agree. Two processes on one database. */
const env = { APPROVAL_ABOVE_GBP: '500' };
let ada: TestActor;
let bea: TestActor;
let customer: TestActor;
const app = await appForFile({ env, soundBooks: true });
const apps = [app, await appForFile({ env, beside: app })] as const;
beforeEach(async () => {
  ada = await makeApprover(app, await signUp(app, { fullName: 'Ada Admin' }));
  bea = await makeApprover(app, await signUp(app, { fullName: 'Bea Admin' }));
  customer = await signUp(app);
});

const large = (more: Record<string, unknown> = {}) => purchase(customer, { amount: '600', ...more });
const answerOf = (response: Response | Promise<Response>) => readAnswer(response, verifyPayment);
const refusal = async (response: Response) => {
  const { status, code, detail } = await problemOf(response);
  return { status, code, detail };
};
const withdrawAs = (admin: TestActor, id: string = Bun.randomUUIDv7()) =>
  admin.withCookie(`/api/admin/requests/${id}`, { method: 'DELETE' });
async function queued(payment: Transaction) {
  const rows = await readAnswer(bea.as('/api/admin/pending-payments'), listPendingPayments);
  return rows.find(({ id }) => id === payment.id);
}

describe('a payment above the configured amount', () => {
  test('is settled by the second administrator, with the hash and amount of the first', async () => {
    const pending = await large();
    const hash = newHash();
    const first = await answerOf(verifyAs(ada, pending.id, hash.toUpperCase(), { amountReceived: '590' }));
    expect(first.transaction).toEqual(pending);
    expect(first.user.credits).toBe('0.00');
    const approval = {
      by: { id: ada.id, email: ada.email, fullName: 'Ada Admin' },
      cryptocurrency: 'BTC',
      transactionHash: hash,
      receivedAmount: '590.00',
      receivedCryptoAmount: null,
      asCredit: false,
    };
    expect(first.approval).toMatchObject({
      ...approval,
      otherAdministrators: 1,
      detail: 'Approved. Another administrator has to verify it with the same hash and amount.',
    });
    expect((await queued(pending))?.approval).toMatchObject(approval);
    expect(await balanceOf(customer)).toBe('0.00');

    const second = await answerOf(verifyAs(bea, pending.id, hash, { amountReceived: 590 }));
    expect(second.approval).toBeNull();
    expect(second.transaction).toMatchObject({ status: 'verified', balanceChange: '590.00' });
    expect(await balanceOf(customer)).toBe('590.00');
    // A settled request is not approved again, whatever the request says.
    const third = await makeApprover(app);
    expect(await codeOf(await verifyAs(third, pending.id, hash))).toBe('already_processed');
    const rows = await app.deps.sql`
      select action, count(*)::int from audit_log where subject_user_id = ${customer.id}
        and action in ('approval.asked', 'payment.verified') group by action order by action`;
    expect([...rows]).toEqual([
      { action: 'approval.asked', count: 1 },
      { action: 'payment.verified', count: 1 },
    ]);
  });

  test('is told to administrators, not to its customer', async () => {
    const pending = await large();
    const [watcher, owner] = await Promise.all([
      openEvents(apps[1], { authorization: `Bearer ${bea.key}` }),
      openEvents(apps[1], { authorization: `Bearer ${customer.key}` }),
    ]);
    const hash = pending.transactionHash ?? '';
    await verifyAs(ada, pending.id, hash);
    const { data } = await watcher.next('approval-requests');
    expect(data).toMatchObject({ requestId: (await queued(pending))?.approval?.requestId });
    const waiting = await readAs(bea.withCookie('/api/admin/requests'), z.looseObject({ id: z.string() }).array());
    expect(waiting[0]).toMatchObject({
      wanted: { kind: 'payment', userId: customer.id, transactionHash: hash },
      subject: pending.id,
    });
    // It is agreed to by verifying the payment.
    const path = `/api/admin/requests/${waiting[0]?.id}/agree`;
    expect((await bea.withCookie(path, { method: 'POST' })).status).toBe(404);
    await verifyAs(bea, pending.id, hash);
    await owner.next('payment-verified');
    expect(owner.all.map(({ event }) => event)).not.toContain('approval-requests');
    await Promise.all([watcher.close(), owner.close()]);
  });

  test('is not settled by the same administrator twice', async () => {
    const pending = await large();
    await verifyAs(ada, pending.id, pending.transactionHash ?? '');
    expect(await refusal(await verifyAs(ada, pending.id, pending.transactionHash ?? ''))).toEqual({
      status: 409,
      code: 'not_allowed_now',
      detail: 'You have approved this payment: another administrator has to agree',
    });
    expect(await balanceOf(customer)).toBe('0.00');
  });

  test.each([
    ['another hash', { transactionHash: newHash() }],
    ['another amount', { amountReceived: '599.99' }],
    ['what was due', { amountReceived: undefined }],
    ['another amount of the coin', { amountReceived: undefined, cryptoAmountReceived: '0.0107' }],
  ])('is not settled with %s, and the answer says what the first one said', async (_what, different) => {
    const pending = await large();
    const hash = pending.transactionHash ?? '';
    const decision = { transactionId: pending.id, transactionHash: hash, amountReceived: '590.00' };
    const verify = (admin: TestActor, json: object) => admin.as('/api/admin/verify-payment', { json });
    await verify(ada, decision);
    expect(await refusal(await verify(bea, { ...decision, ...different }))).toEqual({
      status: 409,
      code: 'not_allowed_now',
      detail: `Ada Admin (${ada.email}) approved this payment with BTC ${hash}, £590.00: verify it with the same, or reject it`,
    });
    expect((await verify(bea, decision)).status).toBe(200);
  });

  test('may be rejected by either, which forgets the approval', async () => {
    for (const admin of [ada, bea]) {
      const pending = await large();
      await verifyAs(ada, pending.id, pending.transactionHash ?? '');
      expect((await rejectAs(admin, pending.id, 'No such payment')).status).toBe(200);
      const rows = await app.deps.sql`
        select from second_words where subject = ${pending.id} and decided_at is null`;
      expect(rows).toHaveLength(0);
    }
  });

  test('an approval is taken back or refused, and the next one is the first again', async () => {
    const pending = await large();
    expect((await withdrawAs(ada)).status).toBe(404);
    await verifyAs(ada, pending.id, pending.transactionHash ?? '');
    const requestId = (await queued(pending))?.approval?.requestId;
    await using watcher = await openEvents(app, { authorization: `Bearer ${bea.key}` });
    expect((await withdrawAs(ada, requestId)).status).toBe(204);
    expect((await watcher.next('approval-requests')).data).toMatchObject({ requestId });
    expect((await queued(pending))?.approval).toBeNull();
    const first = await answerOf(verifyAs(bea, pending.id, pending.transactionHash ?? ''));
    expect(first.approval?.by.id).toBe(bea.id);
    expect((await withdrawAs(customer, first.approval?.requestId)).status).toBe(403);
    expect((await withdrawAs(ada, first.approval?.requestId)).status).toBe(204);
    expect((await queued(pending))?.approval).toBeNull();
  });

  test('an approval ends when its author is no longer an administrator', async () => {
    for (const end of [
      (admin: TestActor) => suspend(app, admin),
      (admin: TestActor) => app.deps.sql`update users set role = 'user' where id = ${admin.id}`,
    ]) {
      const gone = await makeApprover(app);
      const pending = await large();
      await verifyAs(gone, pending.id, pending.transactionHash ?? '');
      await end(gone);
      expect((await queued(pending))?.approval).toBeNull();
      const first = await answerOf(verifyAs(ada, pending.id, pending.transactionHash ?? ''));
      expect(first.approval?.by.id).toBe(ada.id);
      const second = await answerOf(verifyAs(bea, pending.id, pending.transactionHash ?? ''));
      expect(second.transaction.status).toBe('verified');
    }
  });

  test('a hash that is taken is refused when the first administrator approves', async () => {
    const taken = await purchase(customer);
    expect((await verifyAs(ada, taken.id, taken.transactionHash ?? '')).status).toBe(200);
    const pending = await large();
    const response = await verifyAs(ada, pending.id, taken.transactionHash ?? '');
    expect(await refusal(response)).toMatchObject({ status: 409, code: 'duplicate_transaction_hash' });
    expect((await queued(pending))?.approval).toBeNull();
  });

  test('counts by what was due or by what arrived, whichever is more', async () => {
    const small = await purchase(customer, { amount: '500' });
    expect((await answerOf(verifyAs(ada, small.id))).approval).toBeNull();
    const grown = await purchase(customer, { amount: '500' });
    const hash = newHash();
    const more = { amountReceived: '500.01' };
    expect((await answerOf(verifyAs(ada, grown.id, hash, more))).approval).not.toBeNull();
    const shrunk = await large();
    const less = { amountReceived: '1' };
    expect((await answerOf(verifyAs(ada, shrunk.id, newHash(), less))).approval).not.toBeNull();
    // One administrator is enough for less, whatever had been approved before.
    expect((await answerOf(verifyAs(bea, grown.id, hash))).transaction.status).toBe('verified');
  });

  test('an order is agreed on as credit by both or by none', async () => {
    const order = await orderAs(customer, inCoin({ resellerPackage: 'yearly', amount: '2500' }));
    const hash = order.transactionHash ?? '';
    const more = { amountReceived: '2000', asCredit: true };
    expect((await answerOf(verifyAs(ada, order.id, hash, more))).approval?.asCredit).toBe(true);
    expect((await verifyAs(bea, order.id, hash)).status).toBe(409);
    const second = await answerOf(verifyAs(bea, order.id, hash, more));
    expect(second).toMatchObject({ transaction: { receivedAmount: '2000.00' }, user: { credits: '2000.00' } });
    expect((await transactionsOf(customer)).map(({ status }) => status)).toEqual(['verified', 'pending']);
  });
});

describe('two administrators at once', () => {
  test('settle exactly once, after each other', async () => {
    for (let round = 0; round < 6; round++) {
      const pending = await large();
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          verifyAs(
            actorOf(apps[index % 2 === 0 ? 0 : 1], index % 4 < 2 ? ada : bea),
            pending.id,
            pending.transactionHash ?? '',
          ),
        ),
      );
      // The first approves and the second verifies. All others come too late, or twice.
      expect(statuses(responses)).toEqual({ 200: 2, 409: 10 });
    }
    expect(await balanceOf(customer)).toBe('3600.00');
  });

  test('with different amounts settle nothing', async () => {
    const pending = await large();
    const responses = await Promise.all(
      [ada, bea].map((admin, index) =>
        verifyAs(actorOf(apps[index === 0 ? 0 : 1], admin), pending.id, pending.transactionHash ?? '', {
          amountReceived: String(600 + index),
        }),
      ),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 409: 1 });
    expect(await balanceOf(customer)).toBe('0.00');
  });

  test('one verifying what the other takes back ends in one way', async () => {
    for (let round = 0; round < 6; round++) {
      const pending = await large();
      const hash = pending.transactionHash ?? '';
      const first = await answerOf(verifyAs(ada, pending.id, hash));
      const [verified, withdrawn] = await Promise.all([
        verifyAs(actorOf(apps[1], bea), pending.id, hash),
        withdrawAs(actorOf(apps[0], ada), first.approval?.requestId),
      ]);
      const answer = await answerOf(verified);
      const isSettled = answer.approval === null;
      expect(withdrawn.status).toBe(isSettled ? 404 : 204);
      expect(answer.transaction.status).toBe(isSettled ? 'verified' : 'pending');
    }
  });
});

test('an only administrator is told that nobody can agree', async () => {
  await using alone = await startTestApp({ env });
  const admin = await makeApprover(alone);
  const person = await signUp(alone);
  const pending = await purchase(person, { amount: '600' });
  const answer = await answerOf(verifyAs(admin, pending.id));
  expect(answer.approval).toMatchObject({
    otherAdministrators: 0,
    detail:
      'Approved, but there is no other active administrator to agree: create or activate one, or raise APPROVAL_ABOVE_GBP.',
  });
});
