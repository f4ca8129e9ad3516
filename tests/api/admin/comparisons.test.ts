import { carrierBalances, comparisons } from '../../../db/schema/index.ts';
import { compareOutside } from '../../../src/admin/comparisons/compare-wallets.ts';
import { getComparisons } from '../../../src/admin/comparisons/contract.ts';
import { removeOld } from '../../../src/platform/retention.ts';
import { appForFile, makeAdmin, readAnswer, startTestApp } from '../../kit/index.ts';

const env = { CURRENCY_RATES: 'USD=0.80' };
const app = await appForFile({ background: false, env });
const admin = await makeAdmin(app);
const { db, sql } = app.deps;
const DAY = 86_400_000;
const read = () => readAnswer(admin.as('/api/admin/comparisons'), getComparisons);

/** The carrier's present answer, and the books' sums since the last time. */
async function says(amount: string, cost = '0.00', currency = 'USD') {
  const balance = { amount, currency, isLow: false, saidAt: app.clock.now() };
  await db
    .insert(carrierBalances)
    .values({ name: 'alpha', ...balance })
    .onConflictDoUpdate({ target: carrierBalances.name, set: balance });
  const day = app.clock.now().toISOString().slice(0, 10);
  const change = { day, cost, service: 'sms', user_id: admin.id, carrier: 'alpha', code: '+44', units: 1 };
  await sql`insert into uncounted_figures (changes) values (${JSON.stringify([change])}::text::json)`;
  await compareOutside(app.deps);
}

const alpha = async () => (await read()).rows.find(({ subject }) => subject === 'alpha');
const nextDay = () => app.clock.advance(DAY);

test('credit that falls as the books say agrees; what was paid in shows; what was taken beyond it differs', async () => {
  await says('100.00', '40.00');
  expect(await alpha()).toMatchObject({ state: 'agrees', said: '100.00', unit: 'USD', block: null });
  // £16 are $20.
  nextDay();
  await says('80.00', '16.00');
  expect(await alpha()).toMatchObject({ state: 'agrees', parts: { charged: '20.0000', paidIn: '0' } });
  nextDay();
  await says('170.00', '8.00');
  expect(await alpha()).toMatchObject({ state: 'agrees', parts: { charged: '10.0000', paidIn: '100.0000' } });
  nextDay();
  await says('150.00', '8.00');
  expect(await alpha()).toMatchObject({ state: 'checking', difference: '-10.0000' });
  app.clock.advance(600_000);
  const second = await startTestApp({ env, background: false, beside: app });
  await Promise.all([says('150.00'), compareOutside(second.deps)]);
  await second.stop();
  const differing = await alpha();
  expect(differing).toMatchObject({ state: 'differs', difference: '-10.0000' });
  expect(await db.$count(comparisons)).toBe(4);
  const reason = 'The month of two numbers';
  const accept = `/api/admin/comparisons/${differing?.id}/accept`;
  expect((await admin.as(accept, { json: { reason } })).status).toBe(204);
  nextDay();
  await says('140.00', '8.00');
  expect(await alpha()).toMatchObject({ state: 'agrees', parts: { charged: '10.0000' } });
});

test('a little more than the books know is no difference, and an old answer is not compared', async () => {
  app.clock.advance(10 * DAY);
  await says('130.00', '4.50');
  expect(await alpha()).toMatchObject({ state: 'agrees', said: '130.00' });
  nextDay();
  await sql`update provider_balances set amount = '1.00'`;
  await compareOutside(app.deps);
  expect(await alpha()).toMatchObject({ said: '130.00' });
});

test('a month of readings is a file, and what is old goes', async () => {
  const month = app.clock.now().toISOString().slice(0, 7);
  const file = await admin.as(`/api/admin/accounts/months/${month}/export.csv?form=comparisons`);
  const [head, ...lines] = (await file.text()).trim().split('\r\n');
  expect(head).toStartWith('readAt,subject,unit,block,said,arrived,');
  expect(lines[3]).toContain('alpha,USD,,150.00,');
  expect(lines[3]).toEndWith(',-10.0000,The month of two numbers');
  app.clock.advance(430 * DAY);
  await removeOld(app.deps);
  expect(await db.$count(comparisons)).toBe(0);
});

test('a dialog that no call explains is named, but not the other half of one and not a new one', async () => {
  const dialog = async (number: number, callId: string, seconds: number, variable?: [string, string]) => {
    const since = Math.floor(Date.now() / 1000) - seconds;
    const own = ['call', 'carrier', 'leg', 'placed', 'recorded', 'codecs', 'echo', 'relays'];
    const fields = [callId, ...Array(13).fill(''), ...own.map((name) => (name === variable?.[0] ? variable[1] : ''))];
    const record = fields.map((field) => Buffer.from(field).toString('hex')).join(' ');
    await sql`insert into sip.calls values (${`${number}/1`}, ${since}, ${since}, ${record})`;
  };
  await dialog(1, 'new', 10, ['call', Bun.randomUUIDv7()]);
  await dialog(2, 'half', 600, ['relays', '1']);
  expect(await read()).toMatchObject({ sound: true, calls: [] });
  await dialog(3, 'unknown', 600, ['call', Bun.randomUUIDv7()]);
  await dialog(4, 'strange', 700, ['call', 'no id']);
  expect((await read()).calls.map(({ sipCallId }) => sipCallId)).toEqual(['strange', 'unknown']);
});
