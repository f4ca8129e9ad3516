import { type AdminPayment, listPayments, adminPayment } from '../../../src/admin/contract.ts';
import { appForFile, credit, keysOf, makeAdmin, readAs, signUp } from '../../kit/index.ts';
import { orderAs, payAs } from '../payments/orders.ts';
import { newHash, purchase, rejectAs, verifyAs } from '../payments/payments.ts';

const app = await appForFile();
const admin = await makeAdmin(app, await signUp(app, { fullName: 'Grace Hopper' }));
const ada = await signUp(app, { fullName: 'Ada 100%_sure' });
const bob = await signUp(app, { fullName: '=cmd()' });
const payments = {
  first: await purchase(ada),
  second: await purchase(bob, { amount: '250', cryptocurrency: 'ETH', transactionHash: `0x${newHash()}` }),
  third: await purchase(ada, { amount: '75.50' }),
  waiting: await purchase(bob, { amount: '60' }),
};
// Decided in another order than they were submitted in.
const hash = newHash();
await verifyAs(admin, payments.third.id, hash, { amountReceived: '70' });
app.clock.advance(1000);
await rejectAs(admin, payments.second.id, 'Nothing arrived');
app.clock.advance(1000);
await verifyAs(admin, payments.first.id, payments.first.transactionHash ?? '');
// An order that was paid from the balance is no payment.
await credit(app, ada, '250.00');
await payAs(ada, (await orderAs(ada)).id);

async function listed(query = ''): Promise<AdminPayment[]> {
  const rows = await readAs(admin.as(`/api/admin/payments${query}`), adminPayment.array());
  expect(listPayments.response?.parse(rows)).toEqual(rows);
  return rows;
}
const names = (rows: readonly { id: string }[]) =>
  rows.map(({ id }) => keysOf(payments).find((name) => payments[name].id === id));

describe('GET /api/admin/payments', () => {
  test('lists what was decided, the latest decision first, with who decided', async () => {
    const rows = await listed();
    expect(names(rows)).toEqual(['first', 'second', 'third']);
    const settledBy = { id: admin.id, email: admin.email, fullName: 'Grace Hopper' };
    expect(rows[1]).toMatchObject({ status: 'failed', reason: 'Nothing arrived', settledBy });
    expect(rows[2]).toMatchObject({
      amount: '75.50',
      receivedAmount: '70.00',
      transactionHash: hash,
      approval: null,
      settledBy,
      explorerUrl: `https://mempool.space/tx/${hash}`,
      user: { id: ada.id, email: ada.email },
    });
  });

  test.each<[string, (keyof typeof payments)[]]>([
    ['?status=verified', ['first', 'third']],
    ['?status=failed', ['second']],
    ['?status=pending', ['waiting']],
    ['?coin=ETH', ['second']],
    ['?coin=SOL', []],
    ['?from=100', ['first', 'second']],
    ['?to=100.00', ['first', 'third']],
    ['?from=76&to=249.99', ['first']],
    ['?status=pending&from=60&to=60&coin=BTC', ['waiting']],
    ['?search=grace', []],
    [`?search=${encodeURIComponent('100%_SURE')}`, ['first', 'third']],
    [`?search=${encodeURIComponent('%')}`, ['first', 'third']],
    [`?search=${encodeURIComponent('=CMD')}`, ['second']],
  ])('%s', async (query, expected) => {
    expect(names(await listed(query))).toEqual(expected);
  });

  test('by the days on which they were decided, or submitted while they wait', async () => {
    const dayOf = (ago: number) => new Date(app.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
    const [today, yesterday] = [dayOf(0), dayOf(1)];
    await app.deps
      .sql`update transactions set settled_at = settled_at - interval '1 day' where id = ${payments.third.id}`;
    try {
      expect(names(await listed(`?firstDay=${today}`))).toEqual(['first', 'second']);
      expect(names(await listed(`?lastDay=${yesterday}`))).toEqual(['third']);
      expect(names(await listed(`?firstDay=${yesterday}&lastDay=${yesterday}`))).toEqual(['third']);
      expect(names(await listed(`?status=pending&firstDay=${today}&lastDay=${today}`))).toEqual(['waiting']);
      expect(names(await listed(`?status=pending&lastDay=${yesterday}`))).toEqual([]);
    } finally {
      await app.deps
        .sql`update transactions set settled_at = settled_at + interval '1 day' where id = ${payments.third.id}`;
    }
  });

  test('finds by hash, its beginning, with and without 0x, and by ids', async () => {
    const bare = payments.second.transactionHash?.slice(2) ?? '';
    for (const search of [`0x${bare}`, bare.toUpperCase(), bare.slice(0, 10)]) {
      expect(names(await listed(`?search=${search}`))).toEqual(['second']);
    }
    expect(names(await listed(`?search=${hash}`))).toEqual(['third']);
    expect(names(await listed(`?search=${payments.third.id}`))).toEqual(['third']);
    expect(names(await listed(`?search=${ada.id}`))).toEqual(['first', 'third']);
    expect(names(await listed(`?status=pending&search=${bob.id}`))).toEqual(['waiting']);
    expect(names(await listed(`?search=${'1'.repeat(64)}`))).toEqual([]);
  });

  test('is paged in its own order', async () => {
    const response = await admin.as('/api/admin/payments?limit=2');
    expect(names(await readAs(response, adminPayment.array()))).toEqual(['first', 'second']);
    expect(response.headers.get('link')).toContain(`before=${payments.second.id}`);
    expect(names(await listed(`?limit=2&before=${payments.second.id}`))).toEqual(['third']);
    expect(names(await listed(`?before=${payments.third.id}`))).toEqual([]);
  });

  test.each([
    '?coin=DOGE',
    '?status=completed',
    '?from=1e3',
    '?to=-1',
    '?firstDay=2026-02-30',
    '?search=%00',
    `?search=${'x'.repeat(201)}`,
  ])('refuses %s', async (query) => {
    expect((await admin.as(`/api/admin/payments${query}`)).status).toBe(422);
  });
});

test('GET /api/admin/payments.csv exports what the filters show, and is written down', async () => {
  const response = await admin.as('/api/admin/payments.csv?status=failed');
  expect(response.headers.get('content-type')).toStartWith('text/csv');
  const [head, row, rest] = (await response.text()).split('\r\n');
  expect(head).toBe(
    'id,submittedAt,settledAt,status,email,fullName,type,description,amount,receivedAmount,cryptocurrency,cryptoAmount,receivedCryptoAmount,transactionHash,approvedBy,settledBy,reason',
  );
  expect(row).toStartWith(`${payments.second.id},`);
  expect(row).toContain(",'=cmd(),");
  expect(row).toEndWith(`${payments.second.transactionHash},,${admin.email},Nothing arrived`);
  expect(rest).toBe('');
  const [entry] = await app.deps.sql`select detail from audit_log where action = 'payments.exported'`;
  expect(entry).toMatchObject({ detail: { status: 'failed' } });
});
