import { listPendingPayments } from '../../../src/money/payments/admin-contract.ts';
import {
  createTransaction,
  listTransactions,
  pendingPayment,
  transaction,
} from '../../../src/money/payments/contract.ts';
import { newId } from '../../../src/platform/kit/ids.ts';
import { pagesOf, expectProblem, credit, makeAdmin, signUp, type TestActor } from '../../kit/index.ts';
import { appForFile, openEvents, readAnswer, readAs, startTestApp, transactionsOf } from '../../kit/index.ts';
import { newHash, purchase, purchaseOf, rejectAs, submitAs, verifyAs } from './payments.ts';
import { requestLink, uploadReceipt } from '../uploads/uploads.ts';

const app = await appForFile();
const admin = await makeAdmin(app);

const queue = async (query = '') => {
  const response = await admin.as(`/api/admin/pending-payments${query}`);
  expect(response.status).toBe(200);
  const rows = await readAs(response, pendingPayment.array());
  expect(listPendingPayments.response?.parse(rows)).toEqual(rows);
  return { rows, link: response.headers.get('link') };
};

test('GET /api/admin/pending-payments lists what waits, newest first, with its customer', async () => {
  expect((await queue()).rows).toEqual([]);
  const [ada, bob] = [await signUp(app), await signUp(app, { fullName: 'Bob Noakes' })];
  const [first, second, third] = [await purchase(ada), await purchase(bob), await purchase(ada)];
  const fourth = await purchase(bob);
  await verifyAs(admin, second.id);
  await rejectAs(admin, third.id);
  // An order is in the queue once a payment in a coin is attached to it.
  const [order, paidOrder] = [newId(app.clock), newId(app.clock)];
  const at = app.clock.now().toISOString();
  await app.deps.sql`
    insert into transactions (id, user_id, type, amount, description, status, cryptocurrency, created_at)
    values (${order}, ${ada.id}, 'reseller_package', 250, 'Reseller', 'pending', null, ${at}::timestamptz),
      (${paidOrder}, ${ada.id}, 'reseller_package', 250, 'Reseller', 'pending', 'ETH', ${at}::timestamptz)`;

  const { rows } = await queue();
  expect(rows.map(({ id }) => id)).toEqual([paidOrder, fourth.id, first.id]);
  expect(rows[1]).toEqual({
    ...fourth,
    user: { id: bob.id, email: bob.email, fullName: 'Bob Noakes' },
    ...{ approval: null, verdict: null, taken: null },
  });

  const page = await queue('?limit=2');
  expect(page.rows).toEqual(rows.slice(0, 2));
  expect(page.link).toContain(`before=${fourth.id}`);
  expect((await queue(`?limit=2&before=${fourth.id}`)).rows).toEqual(rows.slice(2));
});

test('the queue is read from its oldest on, page by page, and counted', async () => {
  const { rows } = await queue();
  const oldest = rows.toReversed().map(({ id }) => id);
  const first = await queue('?order=oldest&limit=2');
  expect(first.rows.map(({ id }) => id)).toEqual(oldest.slice(0, 2));
  expect(first.link).toContain('order=oldest');
  const second = await queue(`?order=oldest&limit=2&before=${oldest[1]}`);
  expect(second.rows.map(({ id }) => id)).toEqual(oldest.slice(2, 4));
  const filtered = await admin.as('/api/admin/payments?status=pending&order=oldest');
  expect((await readAs(filtered, pendingPayment.array())).map(({ id }) => id)).toEqual(oldest);
  expect(await (await admin.as('/api/admin/pending-payments/count')).json()).toEqual({ count: rows.length });
});

describe('POST /api/users/{id}/transactions, and what it takes', () => {
  const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

  let person: TestActor;
  beforeEach(async () => {
    person = await signUp(app);
  });

  describe('POST /api/users/{id}/transactions', () => {
    test('takes a purchase of credit, which waits', async () => {
      const receiptImageUrl = await uploadReceipt(person);
      const body = purchaseOf({ description: 'For May', receiptImageUrl });
      const created = await readAnswer(submitAs(person, body), createTransaction);
      expect(created).toMatchObject({
        userId: person.id,
        type: 'credit_purchase',
        amount: '100.00',
        description: 'For May',
        status: 'pending',
        balanceChange: '0.00',
        balanceAfter: null,
        cryptocurrency: 'BTC',
        cryptoAmount: '0.00180000',
        walletAddress: app.deps.config.wallets.BTC?.address,
        transactionHash: body.transactionHash,
        receiptImageUrl,
        explorerUrl: `https://mempool.space/tx/${body.transactionHash}`,
        settledAt: null,
      });
      expect(await transactionsOf(person)).toEqual([created]);
    });

    test('reads once what administrators have set', async () => {
      const { options } = app.deps.sql;
      let reads = 0;
      options.debug = (_connection, text) => void (reads += Number(text.includes('from "settings"')));
      try {
        expect((await submitAs(person, purchaseOf())).status).toBe(201);
      } finally {
        options.debug = false;
      }
      expect(reads).toBe(1);
    });

    test('believes nothing that the server knows better', async () => {
      const created = await purchase(person, { amount: 50, cryptoAmount: '0.00000001', walletAddress: 'mine' });
      expect(created).toMatchObject({
        userId: person.id,
        amount: '50.00',
        cryptoAmount: '0.00090000',
        balanceChange: '0.00',
        walletAddress: app.deps.config.wallets.BTC?.address,
      });
    });

    test('appears in the administrators’ queue at once', async () => {
      await using stream = await openEvents(app, { authorization: `Bearer ${admin.key}` });
      const created = await purchase(person);
      const { data } = await stream.next('payment-submitted');
      const user = { id: person.id, email: person.email, fullName: 'Ada Lovelace' };
      expect(pendingPayment.parse(data)).toEqual({
        ...{ ...created, user },
        ...{ approval: null, verdict: null, taken: null },
      });
    });

    test.each<[Record<string, unknown>, string, string]>([
      [{ cryptocurrency: undefined }, 'cryptocurrency', 'Please select cryptocurrency and amount'],
      [{ cryptocurrency: 'DOGE' }, 'cryptocurrency', 'Please select cryptocurrency and amount'],
      [{ amount: undefined }, 'amount', 'Please select cryptocurrency and amount'],
      [{ amount: '49.99' }, 'amount', 'The minimum amount is £50'],
      [{ amount: '1000000.01' }, 'amount', 'The maximum amount is £1,000,000'],
      [{ amount: '-50' }, 'amount', 'Amount must be a positive number of pounds with at most 2 decimals'],
      [{ amount: '50.001' }, 'amount', 'Amount must be a positive number of pounds with at most 2 decimals'],
      [{ amount: 1e21 }, 'amount', 'Amount must be a positive number of pounds with at most 2 decimals'],
      [{ status: 'verified' }, 'status', 'A new transaction is always pending'],
      [{ type: 'refund' }, 'type', 'Type must be credit_purchase, reseller_package or voice_package'],
      [{ transactionHash: undefined }, 'transactionHash', 'Please enter a transaction hash'],
      [{ transactionHash: ' ' }, 'transactionHash', 'Please enter a transaction hash'],
      [{ transactionHash: 'abc' }, 'transactionHash', 'A Bitcoin transaction hash has 64 characters, 0–9 and a–f'],
      [{ receiptImageUrl: 'https://evil.example/x.png' }, 'receiptImageUrl', 'Not an uploaded receipt'],
      [
        { settlesTransactionId: '01890000-0000-7000-8000-000000000000' },
        'settlesTransactionId',
        'There is no such order waiting for payment',
      ],
    ])('refuses %p beside its field', async (wrong, path, message) => {
      const response = await submitAs(person, purchaseOf(wrong));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: 'validation_failed', errors: [{ path, message }] });
      expect(await transactionsOf(person)).toEqual([]);
    });

    test.each(['50', '1000000'])('takes £%s, a limit', async (amount) => {
      expect((await submitAs(person, purchaseOf({ amount }))).status).toBe(201);
    });

    test('a receipt must be one’s own and uploaded', async () => {
      const theirs = await uploadReceipt(await signUp(app));
      const { objectPath: promised } = await requestLink(person);
      for (const receiptImageUrl of [theirs, promised, `/api/objects/${crypto.randomUUID()}`]) {
        const response = await submitAs(person, purchaseOf({ receiptImageUrl }));
        expect(response.status).toBe(422);
        expect(await response.json()).toMatchObject({ errors: [{ path: 'receiptImageUrl' }] });
      }
    });

    test('a hash counts once per chain, in any letter case: once verified, or for who gave it', async () => {
      const hash = newHash();
      const first = await purchase(person, { transactionHash: hash });
      const other = await signUp(app);
      const again = purchaseOf({ transactionHash: ` ${hash.toUpperCase()} ` });
      expect((await submitAs(person, again)).status).toBe(409);
      // It is there for everybody to see: whose it is, nobody knows yet.
      expect((await submitAs(other, again)).status).toBe(201);
      expect((await verifyAs(admin, first.id, hash)).status).toBe(200);
      for (const somebody of [person, other, await signUp(app)]) {
        await expectProblem(await submitAs(somebody, again), 'duplicate_transaction_hash');
      }
      const onTron = purchaseOf({ transactionHash: hash, cryptocurrency: 'USDT_TRC20' });
      expect((await submitAs(other, onTron)).status).toBe(201);
    });

    test('ETH and USDT_ERC20 share a chain', async () => {
      const transactionHash = `0x${newHash()}`;
      await purchase(person, { transactionHash, cryptocurrency: 'ETH' });
      expect((await submitAs(person, purchaseOf({ transactionHash, cryptocurrency: 'USDT_ERC20' }))).status).toBe(409);
    });

    test('a rejected payment frees its hash, a verified one does not', async () => {
      const first = await purchase(person);
      const again = { transactionHash: first.transactionHash };
      await rejectAs(admin, first.id);
      const second = await purchase(person, again);
      await verifyAs(admin, second.id, second.transactionHash ?? '');
      expect((await submitAs(person, purchaseOf(again))).status).toBe(409);
    });

    test('refuses a coin that has no wallet', async () => {
      const { databaseUrl } = app;
      const env = { DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(32), WALLET_BTC: OURS };
      await using second = await startTestApp({ databaseUrl, env });
      const post = (cryptocurrency: string) =>
        second.fetch(`/api/users/${person.id}/transactions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${person.key}`, 'content-type': 'application/json' },
          body: JSON.stringify(purchaseOf({ cryptocurrency, transactionHash: newHash() })),
        });
      const refused = await post('USDT_TRC20');
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ errors: [{ path: 'cryptocurrency' }] });
      expect(await (await post('BTC')).json()).toMatchObject({ walletAddress: OURS });
    });
  });
});

describe('GET /api/users/{id}/transactions', () => {
  test('lists every kind in the shape of the contract, newest first', async () => {
    const person = await signUp(app);
    const pending = await purchase(person, { cryptocurrency: 'SOL', transactionHash: SIGNATURE });
    const verified = await purchase(person);
    await verifyAs(admin, verified.id, verified.transactionHash ?? '');
    const rejected = await purchase(person, { cryptocurrency: 'ETH', transactionHash: `0x${newHash()}` });
    await rejectAs(admin, rejected.id, 'Not found on the chain');
    await credit(app, person, '12.50');
    const response = await person.as(`/api/users/${person.id}/transactions`);
    const open = await person.as(`/api/users/${person.id}/transactions?status=pending`);
    const rows = await readAs(response, transaction.array());
    // PostgreSQL makes this JSON, and only this test compares it with the contract.
    expect(listTransactions.response?.parse(rows)).toEqual(rows);
    expect(
      rows.map(({ type, status, balanceChange, balanceAfter }) => [type, status, balanceChange, balanceAfter]),
    ).toEqual([
      ['adjustment', 'completed', '12.50', '112.50'],
      ['credit_purchase', 'failed', '0.00', null],
      ['credit_purchase', 'verified', '100.00', '100.00'],
      ['credit_purchase', 'pending', '0.00', null],
    ]);
    expect(rows.map(({ explorerUrl }) => explorerUrl)).toEqual([
      null,
      `https://etherscan.io/tx/${rejected.transactionHash}`,
      `https://mempool.space/tx/${verified.transactionHash}`,
      `https://explorer.solana.com/tx/${SIGNATURE}`,
    ]);
    expect(rows[1]?.reason).toBe('Not found on the chain');
    expect([rows[3], await readAs(open, transaction.array())]).toEqual([pending, [pending]]);
    expect(response.headers.get('link')).toBeNull();
  });

  test('pages to the end, each transaction once', async () => {
    const person = await signUp(app);
    for (let count = 0; count < 5; count++) await credit(app, person, '1.00');
    const all = await transactionsOf(person);
    const pages = await pagesOf(person, `/api/users/${person.id}/transactions?limit=2`, transaction);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(all);
    expect((await person.as(`/api/users/${person.id}/transactions?limit=5`)).headers.get('link')).toBeNull();
  });
});

const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
