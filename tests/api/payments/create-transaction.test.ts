import { beforeEach, describe, expect, test } from 'bun:test';
import { createTransaction, pendingPayment } from '../../../src/money/payments/contract.ts';
import { makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { startTestApp } from '../../kit/app.ts';
import { appForFile } from '../../kit/file-app.ts';
import { openEvents } from '../../kit/sse.ts';
import { requestLink, uploadReceipt } from '../uploads/uploads.ts';
import { transactionsOf } from '../../kit/books.ts';
import { newHash, purchase, purchaseOf, rejectAs, submitAs, verifyAs } from './payments.ts';
import { readAnswer } from '../../kit/read.ts';
import { expectProblem } from '../../kit/problems.ts';

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

let person: TestActor;
const app = await appForFile();
const admin = await makeAdmin(app);
beforeEach(async () => {
  person = await signUp(app);
});

describe('POST /api/users/{id}/transactions', () => {
  test('takes a purchase of credit, which waits', async () => {
    const receiptImageUrl = await uploadReceipt(person);
    const body = purchaseOf({ description: 'For May', receiptImageUrl });
    const response = await submitAs(person, body);
    expect(response.status).toBe(201);
    const created = await readAnswer(response, createTransaction);
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
    const created = await purchase(person, {
      amount: 50,
      cryptoAmount: '0.00000001',
      walletAddress: 'mine',
    });
    expect(created).toMatchObject({
      userId: person.id,
      amount: '50.00',
      cryptoAmount: '0.00090000',
      balanceChange: '0.00',
      walletAddress: app.deps.config.wallets.BTC?.address,
    });
  });

  test('appears in the administrators’ queue at once', async () => {
    const stream = await openEvents(app, { authorization: `Bearer ${admin.key}` });
    const created = await purchase(person);
    const { data } = await stream.next('payment-submitted');
    await stream.close();
    const user = { id: person.id, email: person.email, fullName: 'Ada Lovelace' };
    expect(pendingPayment.parse(data)).toEqual({ ...created, user, approval: null });
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
    [
      { transactionHash: 'abc' },
      'transactionHash',
      'A Bitcoin transaction hash has 64 characters, 0–9 and a–f',
    ],
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
      const response = await submitAs(somebody, again);
      expect(response.status).toBe(409);
      await expectProblem(response, 'duplicate_transaction_hash');
    }
    const onTron = purchaseOf({ transactionHash: hash, cryptocurrency: 'USDT_TRC20' });
    expect((await submitAs(other, onTron)).status).toBe(201);
  });

  test('ETH and USDT_ERC20 share a chain', async () => {
    const transactionHash = `0x${newHash()}`;
    await purchase(person, { transactionHash, cryptocurrency: 'ETH' });
    const response = await submitAs(person, purchaseOf({ transactionHash, cryptocurrency: 'USDT_ERC20' }));
    expect(response.status).toBe(409);
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
    const second = await startTestApp({ databaseUrl, env });
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
    await second.stop();
  });
});
