import { getAdminStats } from '../../../src/admin/contract.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { countTotals } from '../../../src/money/ledger/count-totals.ts';
import { parseMoney, ZERO } from '../../../src/platform/kit/money.ts';
import { recordPending, settle } from '../../../src/money/ledger/post.ts';
import type { TransactionRow } from '../../../src/money/ledger/transaction-row.ts';
import { readAnswer, appForFile, credit, makeAdmin, signUp, suspend } from '../../kit/index.ts';

const app = await appForFile();
const admin = await makeAdmin(app);

const stats = () => readAnswer(admin.as('/api/admin/stats'), getAdminStats);

const submit = (userId: string, type: TransactionRow['type'], pounds: string) =>
  transact(app.deps, (tx) =>
    recordPending(tx, { userId, type, amount: parseMoney(pounds), description: type, status: 'pending' }),
  );

test('users, the active ones, and all balances together', async () => {
  const [one, two] = [await signUp(app), await signUp(app)];
  await suspend(app, two);
  await credit(app, one, '100.10');
  await credit(app, two, '0.20');
  const figures = { totalUsers: 3, activeUsers: 2, totalCredits: 100.3, monthlyRevenue: 0 };
  expect(await stats()).toMatchObject(figures);
  await countTotals(app.deps);
  expect(await stats()).toMatchObject(figures);
});

test('revenue is what was verified this UTC month, whenever it was submitted', async () => {
  const person = await signUp(app);
  app.clock.moveTo('2027-05-31T23:59:00.000Z');
  const [may, june] = [
    await submit(person.id, 'credit_purchase', '50.00'),
    await submit(person.id, 'credit_purchase', '100.00'),
  ];
  const order = await submit(person.id, 'reseller_package', '250.00');
  await submit(person.id, 'credit_purchase', '999.00');
  await transact(app.deps, (tx) => settle(tx, may, { status: 'verified', change: may.amount, reason: 'payment' }));
  expect((await stats())?.monthlyRevenue).toBe(50);

  app.clock.moveTo('2027-06-01T00:00:01.000Z');
  expect((await stats())?.monthlyRevenue).toBe(0);
  await transact(app.deps, (tx) => settle(tx, june, { status: 'verified', change: june.amount, reason: 'payment' }));
  await transact(app.deps, (tx) => settle(tx, order, { status: 'verified', change: ZERO, reason: 'payment' }));
  await credit(app, person, '7.00');
  expect((await stats())?.monthlyRevenue).toBe(350);
});

test('each figure has what it was when the month began, or came to in the month before', async () => {
  app.clock.moveTo('2040-02-29T23:59:59.000Z');
  const before = await stats();
  const [leap, gone] = [await signUp(app), await signUp(app)];
  await credit(app, leap, '10.00');
  const payment = await submit(leap.id, 'credit_purchase', '60.00');
  await transact(app.deps, (tx) =>
    settle(tx, payment, { status: 'verified', change: payment.amount, reason: 'payment' }),
  );

  app.clock.moveTo('2040-03-01T00:00:00.000Z');
  const next = await signUp(app);
  await suspend(app, gone);
  await credit(app, next, '5.00');
  const totals = before && {
    totalUsers: before.totalUsers + 3,
    activeUsers: before.activeUsers + 2,
    monthlyRevenue: 0,
    newUsersThisMonth: 1,
    newUsersLastMonth: 2,
    activeUsersAtMonthStart: before.activeUsers + 2,
    totalCreditsAtMonthStart: before.totalCredits + 70,
    totalCredits: before.totalCredits + 75,
    lastMonthRevenue: 60,
    approvalAbove: null,
  };
  expect(await stats()).toEqual(totals);
  await countTotals(app.deps);
  expect(await stats()).toEqual(totals);
});
