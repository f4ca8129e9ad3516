import { sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { type BoundParameters, boundsSql } from '../../../src/money/statements/bounds.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { add, formatMoney, parseMoney, subtract, ZERO } from '../../../src/platform/kit/money.ts';
import { post } from '../../../src/money/ledger/post.ts';
import { getStatement, listStatementLines, statementLine } from '../../../src/money/statements/contract.ts';
import { readAnswer, appForFile, balanceOf, pagesOf, signUp, type TestActor } from '../../kit/index.ts';
import { move } from './statements.ts';

const app = await appForFile();
const ada = await signUp(app);
await move(app, ada, { type: 'credit_purchase', change: '100.00', at: '2027-01-31T23:59:59.999Z' });
await move(app, ada, { type: 'sms_charge', change: '-0.09', at: '2027-02-01T00:00:00.000Z' });
const call = await move(app, ada, { type: 'voice_charge', change: '-1.50', at: '2027-02-14T12:00:00.000Z' });
await move(app, ada, { type: 'refund', change: '0.50', at: '2027-02-28T23:59:59.999Z', refunds: call.id });
await move(app, ada, { type: 'did_purchase', change: '-49.00', at: '2027-03-01T00:00:00.000Z' });

const statementOf = (person: TestActor, query: string) =>
  readAnswer(person.as(`/api/users/${person.id}/statement${query}`), getStatement);

const linesOf = (person: TestActor, query: string) =>
  readAnswer(person.as(`/api/users/${person.id}/statement/lines${query}`), listStatementLines);

test('a month is what the ledger moved in it, to the millisecond at both ends, and what a call cost', async () => {
  const february = '?from=2027-02-01&to=2027-02-28';
  expect(await statementOf(ada, february)).toEqual({
    from: '2027-02-01',
    to: '2027-02-28',
    openingBalance: '100.00',
    closingBalance: '98.91',
    totalIn: '0.00',
    totalOut: '1.09',
    count: 3,
  });
  const lines = await linesOf(ada, february);
  expect(lines.map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter])).toEqual([
    ['refund', '0.50', '98.91'],
    ['voice_charge', '-1.50', '98.41'],
    ['sms_charge', '-0.09', '99.91'],
  ]);
});

test('before the first movement there is nothing, after the last the balance stays', async () => {
  const nothing = { totalIn: '0.00', totalOut: '0.00', count: 0 };
  const [before, after] = ['?from=2026-12-01&to=2026-12-31', '?from=2027-05-01&to=2027-05-31'];
  expect(await statementOf(ada, before)).toMatchObject({ openingBalance: '0.00', closingBalance: '0.00', ...nothing });
  expect(await statementOf(ada, after)).toMatchObject({ openingBalance: '49.91', closingBalance: '49.91', ...nothing });
  expect(await statementOf(ada, '?from=2027-01-01&to=2027-12-31')).toMatchObject({
    openingBalance: '0.00',
    closingBalance: await balanceOf(ada),
    count: 5,
  });
});

test('without days it is this month until today', async () => {
  app.clock.moveTo('2027-03-09T10:00:00.000Z');
  expect(await statementOf(ada, '')).toMatchObject({
    from: '2027-03-01',
    to: '2027-03-09',
    totalOut: '49.00',
    count: 1,
  });
});

test('one type keeps the balances of the account and totals its own movements', async () => {
  const query = '?from=2027-02-01&to=2027-02-28&type=voice_charge';
  expect(await statementOf(ada, query)).toMatchObject({
    openingBalance: '100.00',
    closingBalance: '98.91',
    totalIn: '0.00',
    totalOut: '1.50',
    count: 1,
  });
  expect((await linesOf(ada, query)).map(({ type }) => type)).toEqual(['voice_charge']);
});

test('a pending or failed transaction has moved nothing and is not on it', async () => {
  const grace = await signUp(app);
  const response = await grace.as(`/api/users/${grace.id}/transactions`, {
    json: { type: 'credit_purchase', amount: '50', cryptocurrency: 'BTC', transactionHash: 'a'.repeat(64) },
  });
  expect(response.status).toBe(201);
  expect(await linesOf(grace, '')).toEqual([]);
});

test('pages lead through all lines once, and neighbouring statements share no line', async () => {
  const person = await signUp(app);
  for (let each = 0; each < 7; each++) {
    await move(app, person, {
      type: 'adjustment',
      change: `${each + 1}.00`,
      at: `2028-02-${26 + Math.floor(each / 2)}T0${each}:00:00.000Z`,
    });
  }
  const path = `/api/users/${person.id}/statement/lines?from=2028-02-01&to=2028-02-29&limit=3`;
  const seen = (await pagesOf(person, path, statementLine)).flat();
  expect(seen.map(({ amount }) => amount)).toEqual(['7.00', '6.00', '5.00', '4.00', '3.00', '2.00', '1.00']);
  const days = await Promise.all(
    ['26', '27', '28', '29'].map((day) => statementOf(person, `?from=2028-02-${day}&to=2028-02-${day}`)),
  );
  expect(days.map((day) => day?.count)).toEqual([2, 2, 2, 1]);
  for (const [index, day] of days.entries()) {
    if (!day) throw new Error('a day has no statement');
    const closing = subtract(add(parseMoney(day.openingBalance), parseMoney(day.totalIn)), parseMoney(day.totalOut));
    expect(day.closingBalance).toBe(formatMoney(closing));
    expect(days[index + 1]?.openingBalance ?? day.closingBalance).toBe(day.closingBalance);
  }
});

test('a transaction that began earlier and came later is on one statement only', async () => {
  const person = await signUp(app);
  const amount = parseMoney('1.00');
  const row = {
    ...({ userId: person.id, type: 'adjustment', status: 'completed', amount } as const),
    description: 'late',
  };
  app.clock.moveTo('2029-03-31T23:59:59.990Z');
  await transact(app.deps, async (tx) => {
    await move(app, person, { type: 'adjustment', change: '2.00', at: '2029-04-01T00:00:00.005Z' });
    await post(tx, row, { change: amount, reason: 'adjustment' });
  });
  app.clock.moveTo('2029-04-30T00:00:00.000Z');
  const [march, april] = [
    await statementOf(person, '?from=2029-03-01&to=2029-03-31'),
    await statementOf(person, '?from=2029-04-01&to=2029-04-30'),
  ];
  expect((march?.count ?? 0) + (april?.count ?? 0)).toBe(2);
  expect(april?.openingBalance).toBe(march?.closingBalance);
  const moved = [march, april].reduce((sum, each) => add(sum, parseMoney(each?.totalIn ?? '0')), ZERO);
  expect(formatMoney(moved)).toBe('3.00');
  expect(april?.closingBalance).toBe('3.00');
});

test('a line of another account is no place to start a page at', async () => {
  const other = await signUp(app);
  const foreign = await move(app, other, { type: 'adjustment', change: '5.00', at: '2027-02-20T00:00:00.000Z' });
  expect(await linesOf(ada, `?from=2027-02-01&to=2027-02-28&before=${foreign.id}`)).toEqual([]);
});

test.each([
  ['?from=2027-02-30', 'Not a date'],
  ['?from=yesterday', 'Not a date'],
  ['?from=2027-03-01&to=2027-02-28', 'The last day must not be before the first'],
  ['?from=2027-01-01&to=2028-01-02', 'A statement covers at most 366 days'],
  ['?to=2027-01-31&from=2027-02-01', 'The last day must not be before the first'],
  ['?type=gift', 'Invalid option'],
])('%s is refused', async (query, sentence) => {
  const response = await ada.as(`/api/users/${ada.id}/statement${query}`);
  expect(response.status).toBe(422);
  expect(await response.text()).toContain(sentence);
});

test('an account’s own entries are read by index, whatever else the ledger holds', async () => {
  const bounds = prepared<BoundParameters, object>((p) => sql`explain select * from ${boundsSql(p)} b`);
  const [start, end] = [new Date('2027-02-01'), new Date('2027-03-01')];
  const plan = await app.deps.sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    return bounds(tx, { userId: ada.id, start, end });
  });
  expect(JSON.stringify(plan)).toContain('ledger_entries_user_time');
});
