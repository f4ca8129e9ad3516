import { expect, test } from 'bun:test';
import { listPendingPayments } from '../../../src/money/payments/admin-contract.ts';
import { pendingPayment } from '../../../src/money/payments/contract.ts';
import { newId } from '../../../src/platform/kit/ids.ts';
import { makeAdmin, signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { purchase, rejectAs, verifyAs } from './payments.ts';
import { readAs } from '../../kit/read.ts';

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
    approval: null,
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
  const counted = await admin.as('/api/admin/pending-payments/count');
  expect(await counted.json()).toEqual({ count: rows.length });
});
