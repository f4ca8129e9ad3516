import { z } from 'zod';
import { getAccountPrices, previewAccountPrice, setAccountPrice } from '../../../src/admin/accounts/contract.ts';
import { getRates } from '../../../src/resale/customers/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { credit, funded, makeAdmin, makeReseller, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, makeCustomer, makeDeck, sellBy } from '../../kit/index.ts';
import { readAnswer, readAs, newNumber, send } from '../../kit/index.ts';

const app = await appForFile({ background: false, soundBooks: true });
const admin = await makeAdmin(app);
type Wanted = { percent?: number; deckId?: string; destinations?: { prefix: string; rate: string }[]; from?: string };
const path = ({ id }: { id: string }, subject: string) => `/api/admin/users/${id}/prices/${subject}`;
const put = (of: { id: string }, json: Wanted, subject = 'sms', by = admin) =>
  by.withCookie(path(of, subject), { method: 'PUT', json });
const set = async (...given: Parameters<typeof put>) =>
  (await readAnswer(await put(...given), setAccountPrice)).holdsFrom;
const costOf = async (person: TestActor, number = newNumber()) => (await send(person, [number])).cost;
const mailsTo = ({ id }: { id: string }) =>
  app.deps.sql<{ kind: string }[]>`select kind from mails where user_id = ${id} and kind like '%rising' order by id`;
const now = () => app.clock.now().toISOString();

test('a cheaper percentage holds at once, a dearer one a day later, and a letter says so', async () => {
  const ada = await funded(app, '20.00');
  expect(await costOf(ada)).toBe('0.0300');
  expect(await set(ada, { percent: 34 })).toBe(now());
  expect(await costOf(ada)).toBe('0.0200');
  const traces = await app.deps
    .sql`select 1 from audit_log where action = 'account.price_set' and subject_user_id = ${ada.id}`;
  expect([(await mailsTo(ada)).length, traces.length]).toEqual([0, 1]);
  const preview = await admin.withCookie(`${path(ada, 'sms')}/preview`, { json: { percent: 200 } });
  const tomorrow = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
  const { accounts, holdsFrom, letters } = await readAnswer(preview, previewAccountPrice);
  expect({ accounts, holdsFrom, letters: letters.length }).toEqual({ accounts: 1, holdsFrom: tomorrow, letters: 1 });
  expect((await mailsTo(ada)).length).toBe(0);
  expect(await set(ada, { percent: 200 })).toBe(tomorrow);
  expect((await mailsTo(ada)).map(({ kind }) => kind)).toEqual(['destinations_rising']);
  expect(await costOf(ada)).toBe('0.0200');
  const rates = await readAnswer(await ada.as(`/api/users/${ada.id}/rates`), getRates);
  expect(rates.apart.map(({ percent, holdsFrom: from }) => [percent, from > now()])).toEqual([
    [34, false],
    [200, true],
  ]);
  app.clock.advance(DAY_MS + 1);
  expect(await costOf(ada)).toBe('0.0600');
  await set(ada, {}, 'sms', await makeAdmin(app));
  expect(await costOf(ada)).toBe('0.0300');
  const { prices } = await readAnswer(await admin.as(`/api/admin/users/${ada.id}/prices`), getAccountPrices);
  expect(prices.map(({ percent }) => percent)).toEqual([null, 200, 34]);
});

test('single destinations cost what they say beside a percentage, and under a price list as well', async () => {
  const ada = await funded(app, '20.00');
  await set(ada, { percent: 67, destinations: [{ prefix: '447', rate: '0.0100' }] });
  expect([await costOf(ada), await costOf(ada, '+4915112345678')]).toEqual(['0.0100', '0.0300']);
  await sellBy(
    app,
    'sms',
    await makeDeck(app, 'sms', [
      { prefix: '44', rate: '0.06' },
      { prefix: '49', rate: '0.10' },
    ]),
  );
  expect([await costOf(ada), await costOf(ada, '+4915112345678')]).toEqual(['0.0100', '0.0700']);
  const found = await ada.as(`/api/users/${ada.id}/destinations?search=447`);
  const line = z.object({ prefix: z.string().nullable(), rate: z.string().nullable() });
  const { lines } = await readAs(found, z.object({ lines: line.array() }));
  expect(lines.find(({ prefix }) => prefix === '447')?.rate).toBe('0.0100');
  await app.deps.sql`delete from rate_uses`;
});

test("a reseller's customer never pays less than the reseller by its own price, and both get a letter", async () => {
  const reseller = await makeReseller(app);
  const customer = await makeCustomer(app, reseller);
  await credit(app, customer, '5.00');
  expect(await costOf(customer)).toBe('0.0300');
  await set(reseller, { percent: 300 });
  expect([(await mailsTo(reseller)).length, (await mailsTo(customer)).length]).toEqual([1, 1]);
  app.clock.advance(DAY_MS + 1);
  expect(await costOf(customer)).toBe('0.0900');
  await expectProblem(await put(customer, { percent: 50 }, 'sms', await makeAdmin(app)), 'not_allowed_now');
});

test('numbers and trunks have a percentage of their own', async () => {
  const ada = await funded(app, '500.00');
  await set(ada, { percent: 50 }, 'number');
  await set(ada, { percent: 10 }, 'trunk');
  const { numbers, trunks } = await readAnswer(await ada.as(`/api/users/${ada.id}/rates`), getRates);
  expect([numbers['GB'], trunks['basic']]).toEqual(['24.50', '15.00']);
  const order = await ada.as(`/api/users/${ada.id}/voice-packages`, { json: { packageType: 'basic' } });
  const { transactionId } = await readAs(order, z.looseObject({ transactionId: z.string() }));
  const paid = await ada.as(`/api/users/${ada.id}/transactions/${transactionId}/pay`, { method: 'POST' });
  expect(await readAs(paid, z.looseObject({ amount: z.string() }))).toMatchObject({ amount: '15.00' });
  await expectProblem(await put(ada, { destinations: [{ prefix: '44', rate: '1' }] }, 'number'), 'not_allowed_now');
});

test('an announced price can be withdrawn, and a later change takes its place', async () => {
  const ada = await funded(app, '20.00');
  const later = new Date(app.clock.now().getTime() + 3 * DAY_MS).toISOString();
  expect(await set(ada, { percent: 50, from: later })).toBe(later);
  expect(await set(ada, { percent: 80, from: later })).toBe(later);
  const withdraw = () => admin.withCookie(path(ada, 'sms'), { method: 'DELETE' });
  expect((await withdraw()).status).toBe(204);
  await expectProblem(await withdraw(), 'not_allowed_now');
  const { prices } = await readAnswer(await admin.as(`/api/admin/users/${ada.id}/prices`), getAccountPrices);
  expect(prices).toEqual([]);
  const [row] = await app.deps.sql<{ changes: unknown }[]>`select detail->'changes' as changes from audit_log
    where action = 'account.price_withdrawn' and subject_user_id = ${ada.id}`;
  const none = { price: null, percent: null, list: null, destinations: false };
  expect(row?.changes).toEqual([{ subject: 'sms', before: { ...none, percent: 80 }, after: none, withdrawn: true }]);
});
