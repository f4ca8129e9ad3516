import { desc, eq } from 'drizzle-orm';
import { auditLog, transactions } from '../../../db/schema/index.ts';
import { rejectPayment, verifyPayment } from '../../../src/money/payments/admin-contract.ts';
import { readAnswer, balanceOf, funded, makeAdmin, signUp } from '../../kit/index.ts';
import { appForFile, expectProblem, openEvents, problemOf, transactionsOf } from '../../kit/index.ts';
import { newHash, purchase, purchaseOf, rejectAs, submitAs, verifyAs } from './payments.ts';

const app = await appForFile();
const admin = await makeAdmin(app);
const customer = await signUp(app);

describe('POST /api/admin/verify-payment', () => {
  test('credits the purchase, once', async () => {
    const person = await signUp(app);
    const pending = await purchase(person);
    const hash = newHash();
    const body = await readAnswer(verifyAs(admin, pending.id, hash.toUpperCase()), verifyPayment);
    expect(body.transaction).toMatchObject({
      id: pending.id,
      status: 'verified',
      balanceChange: '100.00',
      balanceAfter: '100.00',
      transactionHash: hash,
      explorerUrl: `https://mempool.space/tx/${hash}`,
    });
    expect(body.user).toMatchObject({ id: person.id, credits: '100.00' });

    await expectProblem(await verifyAs(admin, pending.id), 'already_processed');
    expect((await rejectAs(admin, pending.id)).status).toBe(409);
    expect(await balanceOf(person)).toBe('100.00');
    expect((await transactionsOf(person))[0]).toEqual(body.transaction);
  });

  test('tells the owner and the administrators', async () => {
    const person = await signUp(app);
    const pending = await purchase(person, { amount: 75 });
    const [owner, watcher] = await Promise.all([
      openEvents(app, { cookie: person.cookie }),
      openEvents(app, { authorization: `Bearer ${admin.key}` }),
    ]);
    const hash = newHash();
    await verifyAs(admin, pending.id, hash);
    const expected = {
      transactionId: pending.id,
      userId: person.id,
      amount: '75.00',
      credits: '75.00',
      transactionHash: hash,
    };
    expect((await owner.next('balance')).data).toMatchObject({ credits: '75.00' });
    expect((await owner.next('payment-verified')).data).toMatchObject(expected);
    expect((await watcher.next('payment-verified')).data).toMatchObject(expected);
    await Promise.all([owner.close(), watcher.close()]);
  });

  test('keeps a hash of the customer that differs in the audit log, and frees it', async () => {
    const [theirs, ours] = [newHash(), newHash()];
    const pending = await purchase(customer, { transactionHash: theirs });
    await verifyAs(admin, pending.id, ours);
    const entries = await app.deps.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    const entry = entries.find(({ detail }) => detail.transactionId === pending.id);
    expect(entry).toMatchObject({
      action: 'payment.verified',
      subject: customer.email,
      detail: { amount: '100.00', transactionHash: ours, customerTransactionHash: theirs },
    });
    expect((await submitAs(customer, purchaseOf({ transactionHash: theirs }))).status).toBe(201);
  });

  test.each([
    [0, ['pending', 'failed']],
    [null, ['failed', 'failed']],
  ])('of a hash, output %p is verified: claims of another one wait', async (outputIndex, ends) => {
    const transactionHash = newHash();
    const claim = async (index: number | null) => {
      const person = await signUp(app);
      return { person, id: (await purchase(person, { transactionHash, outputIndex: index })).id };
    };
    const [own, ...others] = [await claim(outputIndex), await claim(1), await claim(null)];
    expect((await verifyAs(admin, own.id, transactionHash)).status).toBe(200);
    const found = await Promise.all(others.map(({ person }) => transactionsOf(person)));
    expect(found.map(([first]) => String(first?.status))).toEqual(ends);
  });

  test('a hash that another payment has taken is refused, and nothing is credited', async () => {
    const person = await signUp(app);
    const taken = await purchase(customer);
    const pending = await purchase(person);
    const hash = taken.transactionHash ?? '';
    // While that one waits, a slip in the shared field is no decision.
    const slip = await verifyAs(admin, pending.id, hash);
    expect(await expectProblem(slip, 'validation_failed')).toMatchObject({ errors: [{ path: 'reason' }] });
    expect((await verifyAs(admin, taken.id, hash)).status).toBe(200);
    const response = await verifyAs(admin, pending.id, hash, { reason: 'Both are theirs' });
    await expectProblem(response, 'duplicate_transaction_hash');
    expect(await balanceOf(person)).toBe('0.00');
    expect((await transactionsOf(person))[0]).toMatchObject({ status: 'pending', balanceChange: '0.00' });
    expect((await verifyAs(admin, pending.id)).status).toBe(200);
  });

  test('an order without a payment needs the coin, and adds no credit', async () => {
    const person = await signUp(app);
    const id = Bun.randomUUIDv7();
    await app.deps.sql`
      insert into transactions (id, user_id, type, amount, description, status, reseller_package, created_at)
      values (${id}, ${person.id}, 'reseller_package', 250, 'Reseller package', 'pending', 'monthly', now())`;
    const without = await verifyAs(admin, id);
    expect(without.status).toBe(422);
    expect(await without.json()).toMatchObject({ errors: [{ path: 'cryptocurrency' }] });
    expect(await (await verifyAs(admin, id, newHash(), { cryptocurrency: 'BTC' })).json()).toMatchObject({
      transaction: { status: 'verified', balanceChange: '0.00', cryptocurrency: 'BTC' },
      user: { credits: '0.00' },
    });
    const [row] = await app.deps.db.select().from(transactions).where(eq(transactions.id, id));
    expect(row).toMatchObject({ chain: 'bitcoin', settledBy: admin.id });
  });

  test.each([null, '0', '0.00000000'])(
    'of a payment of before there were rates, whose amount in coins is %p, what arrived is said in pounds',
    async (cryptoAmount) => {
      const person = await signUp(app);
      const { id } = await purchase(person);
      await app.deps.sql`update transactions set crypto_amount = ${cryptoAmount} where id = ${id}`;
      const inCoins = await verifyAs(admin, id, newHash(), { cryptoAmountReceived: '0.0018' });
      expect(await problemOf(inCoins)).toMatchObject({
        status: 422,
        errors: [
          {
            path: 'cryptoAmountReceived',
            message: 'This payment was not made at a rate: say what arrived in pounds',
          },
        ],
      });
      expect((await verifyAs(admin, id, newHash(), { amountReceived: '80' })).status).toBe(200);
      expect(await balanceOf(person)).toBe('80.00');
    },
  );
});

const person = await signUp(app);

describe('POST /api/admin/reject-payment', () => {
  test('marks it failed with its reason, tells the owner, writes it down, moves no money', async () => {
    const pending = await purchase(person);
    await using stream = await openEvents(app, { cookie: person.cookie });
    const rejected = rejectAs(admin, pending.id, ' Not found on the chain ');
    const { transaction } = await readAnswer(rejected, rejectPayment);
    expect(transaction).toMatchObject({
      id: pending.id,
      status: 'failed',
      balanceChange: '0.00',
      balanceAfter: null,
      reason: 'Not found on the chain',
    });
    expect(transaction.settledAt).not.toBeNull();
    expect((await stream.next('payment-rejected')).data).toMatchObject({
      transactionId: pending.id,
      reason: 'Not found on the chain',
    });
    const [entry] = await app.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, admin.id))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({ action: 'payment.rejected', subject: person.email });
    expect(await balanceOf(person)).toBe('0.00');
  });

  test('needs no reason', async () => {
    const response = await rejectAs(admin, (await purchase(person)).id);
    expect(await response.json()).toMatchObject({ transaction: { status: 'failed', reason: null } });
  });

  test('happens once, and not after a verification', async () => {
    const [rejected, verified] = [await purchase(person), await purchase(person)];
    await rejectAs(admin, rejected.id);
    await verifyAs(admin, verified.id);
    for (const { id } of [rejected, verified]) {
      await expectProblem(await rejectAs(admin, id), 'already_processed');
    }
    expect((await verifyAs(admin, rejected.id)).status).toBe(409);
  });

  test('knows payments only', async () => {
    const other = await funded(app, '5.00');
    const [adjustment] = await transactionsOf(other);
    expect((await rejectAs(admin, adjustment?.id ?? '')).status).toBe(404);
    expect((await rejectAs(admin, crypto.randomUUID())).status).toBe(404);
  });
});
