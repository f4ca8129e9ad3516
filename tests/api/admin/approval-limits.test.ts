import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '../../../db/schema/index.ts';
import { parseMoney } from '../../../src/platform/kit/money.ts';
import { appForFile, expectProblem, makeApprover, readAs, signUp, type TestActor } from '../../kit/index.ts';
import { agreeTo, requestAbout, waitingFor } from './requests.ts';

let customer: TestActor;
const app = await appForFile({ background: false, env: { APPROVAL_ABOVE_GBP: '100' } });
const ada = await makeApprover(app);
const bea = await makeApprover(app);
beforeEach(async () => {
  customer = await signUp(app);
  await app.deps.db
    .update(users)
    .set({
      dailyLimit: parseMoney('100'),
      countryLimit: parseMoney('50'),
      countryLimits: { '+44': '20.00' },
      callsAtOnce: 5,
    })
    .where(eq(users.id, customer.id));
});

const NOW = { dailyLimit: '100.00', countryLimit: '50.00', countries: { '+44': '20.00' } };
const put = (admin: TestActor, path: string, json: object) => admin.withCookie(path, { method: 'PUT', json });
const setLimits = (admin: TestActor, changed: object) =>
  put(admin, `/api/users/${customer.id}/limits`, { ...NOW, ...changed });
const open = (admin: TestActor, destinations: readonly string[]) =>
  put(admin, `/api/admin/users/${customer.id}/opened-destinations`, { destinations, reason: 'They asked' });
const setCalls = (admin: TestActor, callsAtOnce: number | null) =>
  put(admin, `/api/admin/users/${customer.id}/calls-at-once`, { callsAtOnce });

async function limitsNow(): Promise<object> {
  const response = await customer.withCookie(`/api/users/${customer.id}/limits`);
  expect(response.status).toBe(200);
  return await readAs(response, z.looseObject({}));
}

test.each([
  ['a higher day', { dailyLimit: '100.01' }, { dailyLimit: '100.01' }],
  ['no limit of a day', { dailyLimit: null }, { dailyLimit: null }],
  ['a higher limit of countries', { countryLimit: '50.01' }, { countryLimit: '50.01' }],
  ['a higher country', { countries: { '+44': '20.01' } }, { countries: { '+44': '20.01' } }],
  ['a country without a limit of its own', { countries: {} }, { countries: {} }],
  [
    'a country above what it fell under before',
    { countries: { ...NOW.countries, '+49': '50.01' } },
    { countries: { ...NOW.countries, '+49': '50.01' } },
  ],
])('%s is set by two only', async (_, changed, afterwards) => {
  await expectProblem(await setLimits(ada, changed), 'approval_needed');
  expect(await limitsNow()).toMatchObject(NOW);
  const request = await requestAbout(bea, customer.email);
  expect(request.wanted).toMatchObject({ kind: 'limits', ...changed });
  await expectProblem(await agreeTo(ada, request), 'not_allowed_now');
  expect((await agreeTo(bea, request)).status).toBe(200);
  expect(await limitsNow()).toMatchObject(afterwards);
});

test('limits that get stricter, and what owners set themselves, need nobody else', async () => {
  const strict = { dailyLimit: '99.99', countryLimit: '0.00', countries: { '+44': '20.00', '+49': '0.00' } };
  expect((await setLimits(ada, strict)).status).toBe(200);
  expect((await setLimits(customer, { dailyLimit: null })).status).toBe(200);
  expect(await waitingFor(bea)).toEqual([]);
});

test('closed destinations are opened by two, and closed by one', async () => {
  await expectProblem(await open(ada, ['premium', 'CU']), 'approval_needed');
  expect(await limitsNow()).toMatchObject({ openedDestinations: [] });
  expect((await agreeTo(bea, await requestAbout(bea, customer.email))).status).toBe(200);
  expect(await limitsNow()).toMatchObject({ openedDestinations: ['CU', 'premium'] });
  await expectProblem(await open(ada, ['CU', 'satellite']), 'approval_needed');
  expect((await open(ada, ['CU'])).status).toBe(200);
  expect(await limitsNow()).toMatchObject({ openedDestinations: ['CU'] });
});

test('more calls at once are allowed by two, and fewer by one', async () => {
  expect((await setCalls(ada, 4)).status).toBe(200);
  for (const more of [5, null]) {
    await expectProblem(await setCalls(ada, more), 'approval_needed');
    expect(await limitsNow()).toMatchObject({ callsAtOnce: 4 });
    const request = await requestAbout(bea, customer.email);
    expect((await agreeTo(bea, request)).status).toBe(200);
    expect(await limitsNow()).toMatchObject({ callsAtOnce: more });
    expect((await setCalls(ada, 4)).status).toBe(200);
  }
});

test('a second request of a kind does not pass for the first', async () => {
  await expectProblem(await setCalls(ada, 10), 'approval_needed');
  expect((await expectProblem(await setCalls(ada, 500), 'approval_needed')).detail).toContain('Another request');
  expect((await requestAbout(bea, customer.email)).wanted).toMatchObject({ callsAtOnce: 10 });
});
