import { activity } from '../../../src/admin/contract.ts';
import { monthOfBooks, type MonthOfBooks, trialBalance } from '../../../src/money/accounts/contract.ts';
import { add, formatMoney, parseMoney, subtract, ZERO } from '../../../src/platform/kit/money.ts';
import { appForFile, makeAdmin, newNumber, postSms, readAs, signUp } from '../../kit/index.ts';
import { move } from '../statements/statements.ts';

const app = await appForFile();
const admin = await makeAdmin(app);
const people = [await signUp(app), await signUp(app), await signUp(app)];
const MONTHS = 24;

/** The same history with every run: a generator with a seed. */
let seed = 12345;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed % below;
};
const monthOf = (index: number): string => new Date(Date.UTC(2030, index, 1)).toISOString().slice(0, 7);
const lastOf = (index: number): string => new Date(Date.UTC(2030, index + 1, 0)).toISOString().slice(0, 10);
const read = (month: string): Promise<MonthOfBooks> =>
  readAs(admin.as(`/api/admin/accounts/months/${month}`), monthOfBooks);
const balancesOn = (day: string) => readAs(admin.as(`/api/admin/accounts/balances/${day}`), trialBalance);
const close = (month: string) => admin.as(`/api/admin/accounts/months/${month}/close`, { json: {} });
const fileOf = async (month: string, form: string): Promise<string> =>
  (await admin.as(`/api/admin/accounts/months/${month}/export.csv?form=${form}`)).text();

/** A few movements of each month: top-ups, messages, calls, numbers, packages, and what is given back. */
async function history() {
  const KINDS = ['sms_charge', 'voice_charge', 'did_purchase', 'reseller_package', 'other'] as const;
  for (let month = 0; month < MONTHS; month++) {
    const at = (day: number) => new Date(Date.UTC(2030, month, day, random(24), random(60))).toISOString();
    for (const person of people) {
      await move(app, person, { type: 'credit_purchase', change: `${50 + random(400)}.${10 + random(90)}`, at: at(1) });
      const type = KINDS[random(KINDS.length)] ?? 'other';
      const charge = await move(app, person, {
        type,
        change: `-${1 + random(40)}.${10 + random(90)}`,
        at: at(2 + random(20)),
      });
      if (random(3) === 0 && type !== 'reseller_package')
        await move(app, person, { type: 'refund', change: '0.35', at: at(25), refunds: charge.id });
      if (random(4) === 0) await move(app, person, { type: 'adjustment', change: '-0.10', at: at(26) });
    }
  }
}

test('two years: every day balances, a closed month stays to the penny, and what comes later is in the open one', async () => {
  await history();
  const costs = (day: string, cost: number) => app.deps.sql`
    insert into figures (by, day, key, service, cost) values ('all', ${day}, '', 'sms', ${cost})`;
  await costs('2030-02-10', 3);
  app.clock.moveTo(new Date(Date.UTC(2030, MONTHS, 3)));
  const open = new Map<string, MonthOfBooks>();
  for (let month = 0; month < MONTHS; month++) {
    const books = await read(monthOf(month));
    expect(books.total.debit).toBe(books.total.credit);
    open.set(monthOf(month), books);
  }
  expect((await close(monthOf(1))).status).toBe(409);
  for (let month = 0; month < MONTHS; month++) expect((await close(monthOf(month))).status).toBe(200);
  const [told] = await readAs(admin.as('/api/admin/activity?limit=1&action=month.closed'), activity.array());
  expect(told).toMatchObject({ action: 'month.closed', subject: monthOf(MONTHS - 1) });
  // Carriers say later what something of a closed month cost: it counts in the month that is open.
  await costs('2030-03-15', 12.3456);
  await move(app, people[0] ?? admin, { type: 'sms_charge', change: '-1.00', at: '2032-01-04T00:00:00.000Z' });
  for (const [month, before] of open) {
    const { isClosed, balances, moved, result } = await read(month);
    expect(isClosed).toBe(true);
    expect({ balances, moved, result }).toEqual({
      balances: before.balances,
      moved: before.moved,
      result: before.result,
    });
  }
  const { moved } = await read('2032-01');
  expect(moved.find(({ account }) => account === '5000')?.debit).toBe('12.35');
  expect((await close('2032-01')).status).toBe(409);
});

test('nothing is dated into a closed month, not even by the ledger, and its last moment is in it', async () => {
  const person = people[0] ?? admin;
  const late = (at: string) => move(app, person, { type: 'credit_purchase', change: '1.00', at });
  // The database's own clock has not come so far, and the trigger looks at what is older than five minutes by it.
  await app.deps.sql`alter table ledger_entries disable trigger ledger_entries_in_open_month`;
  await app.deps.sql`create trigger each_entry before insert on ledger_entries for each row
    execute function refuse_closed_month()`;
  await expect(late('2031-12-31T23:59:59.999Z')).rejects.toThrow();
  expect((await late('2032-01-01T00:00:00.000Z')).balanceChange).toBe(parseMoney('1.00'));
  // A process whose clock is behind may be there still: it says that it can be tried again, and charges nothing.
  app.clock.moveTo('2031-12-31T23:59:59.999Z');
  const refused = await postSms(person, [newNumber()]);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  app.clock.moveTo('2032-01-01T00:00:00.000Z');
  expect((await postSms(person, [newNumber()])).status).toBe(201);
  const inVain = async (statement: string) => app.deps.sql.unsafe(statement);
  await expect(inVain(`delete from closed_months`)).rejects.toThrow('neither changed nor deleted');
  await expect(inVain(`update month_balances set amount = 0`)).rejects.toThrow('neither changed nor deleted');
});

test('the trigger lets an entry of now pass at no cost, and looks at older ones', async () => {
  const [trigger] = await app.deps.sql<{ says: string }[]>`
    select pg_get_triggerdef(oid) as says from pg_trigger where tgname = 'ledger_entries_in_open_month'`;
  expect(trigger?.says).toContain(`WHEN ((new.created_at < (statement_timestamp() - '00:05:00'::interval)))`);
});

test('customers’ credit by account is the ledger’s, and a journal and the layouts add up to the month', async () => {
  const month = monthOf(5);
  const rows = (text: string) => {
    const [, ...lines] = text.trimEnd().split('\r\n');
    return lines.map((line) => line.split(','));
  };
  const sum = (cells: readonly string[]) => cells.map((each) => parseMoney(each)).reduce(add, ZERO);
  const balances = await balancesOn(lastOf(5));
  const credit = sum(rows(await fileOf(month, 'credit')).map(([, , each = '0']) => each));
  expect(formatMoney(credit)).toBe(balances.accounts.find(({ account }) => account === '2000')?.credit ?? '');
  const journal = rows(await fileOf(month, 'journal'));
  for (const { account, debit, credit: given } of (await read(month)).moved) {
    const of = journal.filter((cells) => cells[1] === account);
    const net = subtract(sum(of.map((cells) => cells[3] ?? '')), sum(of.map((cells) => cells[4] ?? '')));
    expect({ account, net }).toEqual({ account, net: subtract(parseMoney(debit), parseMoney(given)) });
  }
  expect(journal.every((cells) => cells[5] !== '' && cells[6] !== '')).toBe(true);
  expect(sum(rows(await fileOf(month, 'xero')).map((cells) => cells.at(-1) ?? ''))).toBe(ZERO);
  const quickBooks = rows(await fileOf(month, 'quickbooks'));
  expect(sum(quickBooks.map((cells) => cells[3] || '0'))).toBe(sum(quickBooks.map((cells) => cells[4] || '0')));
  const [head = '', columns = '', ...datev] = (await fileOf(month, 'datev')).trimEnd().split('\r\n');
  expect([head, columns].map((line) => line.split(';').length)).toEqual([31, 14]);
  const signed = datev.map((line) => {
    const [amount = '', side] = line.split(';');
    const value = parseMoney(amount.replace(',', '.'));
    return side === '"S"' ? value : subtract(ZERO, value);
  });
  expect(signed.reduce(add, ZERO)).toBe(ZERO);
});

test('a number’s month is earned day by day, and no books count days to come', async () => {
  const person = await signUp(app);
  await move(app, person, { type: 'credit_purchase', change: '100.00', at: '2032-03-01T00:00:00.000Z' });
  await move(app, person, { type: 'did_purchase', change: '-31.00', at: '2032-03-01T12:00:00.000Z' });
  app.clock.moveTo('2032-03-10T00:00:00.000Z');
  const [before, now] = [await read('2032-02'), await read('2032-03')];
  expect(add(parseMoney(before.resultSoFar), parseMoney(now.result))).toBe(parseMoney(now.resultSoFar));
  expect(await fileOf('2032-03', 'balances')).toMatch(/^2200,.*,0\.00,21\.00\r$/m);
  app.clock.moveTo('2032-05-03T00:00:00.000Z');
  const deferred = async (day: string) =>
    (await balancesOn(day)).accounts.find(({ account }) => account === '2200')?.credit ?? '0.00';
  const on = ['2032-02-29', '2032-03-01', '2032-03-30', '2032-03-31'].map(deferred);
  expect(await Promise.all(on)).toEqual(['0.00', '30.00', '1.00', '0.00']);
});
