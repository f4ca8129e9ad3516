import { describe, expect, test } from 'bun:test';
import { listTransactions, transaction } from '../../../src/money/payments/contract.ts';
import { credit, makeAdmin, signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { transactionsOf } from '../../kit/books.ts';
import { newHash, purchase, rejectAs, verifyAs } from './payments.ts';
import { pagesOf } from '../../kit/pages.ts';
import { readAs } from '../../kit/read.ts';

const app = await appForFile();
const admin = await makeAdmin(app);

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
    const rows = await readAs(response, transaction.array());
    // PostgreSQL makes this JSON, and only this test compares it with the contract.
    expect(listTransactions.response?.parse(rows)).toEqual(rows);
    expect(
      rows.map(({ type, status, balanceChange, balanceAfter }) => [
        type,
        status,
        balanceChange,
        balanceAfter,
      ]),
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
    expect(rows[3]).toEqual(pending);
    expect(response.headers.get('link')).toBeNull();
  });

  test('pages to the end, each transaction once', async () => {
    const person = await signUp(app);
    for (let count = 0; count < 5; count++) await credit(app, person, '1.00');
    const all = await transactionsOf(person);
    const pages = await pagesOf(person, `/api/users/${person.id}/transactions?limit=2`, transaction);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(all);
    const exact = await person.as(`/api/users/${person.id}/transactions?limit=5`);
    expect(exact.headers.get('link')).toBeNull();
  });
});

const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
