import { z } from 'zod';
import { adjustBalance } from '../../../src/admin/contract.ts';
import { monthOfBooks } from '../../../src/money/accounts/contract.ts';
import { readAnswer, appForFile, balanceOf, makeAdmin, openEvents, readAs, signUp, withId } from '../../kit/index.ts';

const app = await appForFile({ soundBooks: true });
const admin = await makeAdmin(app);

const adjust = (id: string, json: unknown, headers: Record<string, string> = {}) =>
  admin.as(`/api/admin/users/${id}/adjustments`, { json, headers });

test('credit is added and taken, with its reason, and its owner sees it at once', async () => {
  const person = await signUp(app);
  await using stream = await openEvents(app, { cookie: person.cookie });
  expect(await readAnswer(adjust(person.id, { amount: 10, reason: 'Goodwill' }), adjustBalance)).toMatchObject({
    userId: person.id,
    type: 'adjustment',
    status: 'completed',
    reason: 'Goodwill',
    amount: '10.00',
    balanceChange: '10.00',
    balanceAfter: '10.00',
  });
  expect((await stream.next('balance')).data).toMatchObject({ credits: '10.00', reason: 'adjustment' });
  const taken = await adjust(person.id, { amount: '-2.5', reason: 'Correction' });
  expect(await taken.json()).toMatchObject({ amount: '2.50', balanceChange: '-2.50', balanceAfter: '7.50' });
  expect((await stream.next('balance')).data).toMatchObject({ credits: '7.50' });
  expect(await balanceOf(person)).toBe('7.50');
});

test('a balance never goes below zero, however many charges run at once', async () => {
  const person = await signUp(app);
  await adjust(person.id, { amount: '50.00', reason: 'Goodwill' });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => adjust(person.id, { amount: '-10', reason: 'Correction' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = answers.find(({ status }) => status !== 201);
  expect(await refused?.json()).toMatchObject({ status: 402, code: 'insufficient_credits' });
  expect(await balanceOf(person)).toBe('0.00');
});

test('more than the balance is refused in words for the administrator', async () => {
  const person = await signUp(app);
  await adjust(person.id, { amount: '12.50', reason: 'Goodwill' });
  const refused = await adjust(person.id, { amount: '-12.51', reason: 'Correction' });
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({
    code: 'insufficient_credits',
    detail: 'No more than the balance of £12.50 can be taken away',
  });
});

test('an adjustment is written down with amount and reason', async () => {
  const person = await signUp(app);
  const { id } = await readAs(adjust(person.id, { amount: '1.00', reason: 'Goodwill' }), withId);
  const [newest] = await readAs(admin.as('/api/admin/activity?limit=1'), z.unknown().array());
  expect(newest).toMatchObject({
    action: 'balance.adjusted',
    subject: person.email,
    actor: { id: admin.id },
    detail: { amount: '1.00', reason: 'Goodwill', transactionId: id },
  });
});

test.each([
  [{ amount: '0', reason: 'Goodwill' }, 'amount'],
  [{ amount: '0.001', reason: 'Goodwill' }, 'amount'],
  [{ amount: '1e3', reason: 'Goodwill' }, 'amount'],
  [{ amount: 'NaN', reason: 'Goodwill' }, 'amount'],
  [{ amount: '1.00', reason: '  x ' }, 'reason'],
  [{ amount: '1.00' }, 'reason'],
])('bad input %# is refused beside its field', async (body, path) => {
  const person = await signUp(app);
  expect(await (await adjust(person.id, body)).json()).toMatchObject({ status: 422, errors: [{ path }] });
  expect(await balanceOf(person)).toBe('0.00');
});

test('an account that does not exist is a 404, and more than a balance can hold is refused', async () => {
  expect((await adjust(Bun.randomUUIDv7(), { amount: '1.00', reason: 'Goodwill' })).status).toBe(404);
  const person = await signUp(app);
  const most = { amount: '99999999.99', reason: 'Goodwill' };
  expect((await adjust(person.id, most)).status).toBe(201);
  expect((await adjust(person.id, most)).status).toBe(422);
  expect(await balanceOf(person)).toBe('99999999.99');
});

test('an adjustment stands on the account of its kind, and a correction where none is named', async () => {
  const person = await signUp(app);
  const month = app.clock.now().toISOString().slice(0, 7);
  const debits = async () => {
    const { moved } = await readAs(admin.as(`/api/admin/accounts/months/${month}`), monthOfBooks);
    const of = (account: string) => Number(moved.find((row) => row.account === account)?.debit ?? 0);
    return ['5300', '5400', '5500', '5600'].map(of);
  };
  const before = await debits();
  for (const [index, kind] of ['goodwill', undefined, 'exchange', 'dust'].entries())
    expect((await adjust(person.id, { amount: `${index + 1}.00`, reason: 'agreed', kind })).status).toBe(201);
  expect((await adjust(person.id, { amount: '1.00', reason: 'agreed', kind: 'gift' })).status).toBe(422);
  expect(await debits()).toEqual(before.map((sum, index) => sum + index + 1));
});
