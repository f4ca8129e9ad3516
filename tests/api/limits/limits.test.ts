import { z } from 'zod';
import { COSTLY_COUNTRIES } from '../../../src/shared/costly-countries.ts';
import { limits } from '../../../src/accounts/limits/contract.ts';
import { readAs, withId, lift, readLimits, setLimits, makeAdmin, makeReseller, signUp } from '../../kit/index.ts';
import { appForFile, makeCustomer, openEvents, startTestApp, TestClock } from '../../kit/index.ts';

const app = await appForFile({
  env: { DAILY_LIMIT_GBP: '500', COUNTRY_LIMIT_GBP: '99.5' },
  clock: new TestClock('2031-03-04T10:00:00.000Z'),
});
const person = await signUp(app);
const admin = await makeAdmin(app);
const put = (json: unknown) => person.withCookie(`/api/users/${person.id}/limits`, { method: 'PUT', json });
const liftWith = (json: unknown) => admin.withCookie(`/api/admin/users/${person.id}/lift-limit`, { json });
const none = { dailyLimit: null, countryLimit: null, countries: {} };

describe('a new account', () => {
  test.each([
    ['that registers', () => signUp(app)],
    ['that a reseller creates', async () => makeCustomer(app, await makeReseller(app))],
  ])('%s begins with the limits of the settings', async (_how, make) => {
    expect(await readLimits(await make())).toEqual({
      dailyLimit: '500.00',
      resellerLimit: null,
      countryLimit: '99.50',
      countries: {},
      spentToday: '0.00',
      spentByCountry: {},
      resetsAt: '2031-03-05T00:00:00.000Z',
      reachedAt: null,
      liftedUntil: null,
      openedDestinations: [],
      closedCountries: { messages: [], calls: [...COSTLY_COUNTRIES] },
      stoppedCodes: [],
      callsAtOnce: null,
    });
  });

  test('that an administrator creates begins with them too', async () => {
    const json = { email: 'limited@example.com', fullName: 'Limited Person', role: 'user' };
    const { id } = await readAs(admin.withCookie('/api/admin/users', { json }), withId);
    const read = limits.parse(await (await admin.as(`/api/users/${id}/limits`)).json());
    expect(read.dailyLimit).toBe('500.00');
  });

  test('has none where requests are not limited, as for a load test', async () => {
    const open = await startTestApp({ env: { RATE_LIMITS: 'off' } });
    const other = await signUp(open);
    expect(await readLimits(other)).toMatchObject({ dailyLimit: null, countryLimit: null });
    await open.stop();
    await using standard = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    const careful = await signUp(standard);
    expect(await readLimits(careful)).toMatchObject({ dailyLimit: '500.00', countryLimit: '200.00' });
  });
});

describe('setting them', () => {
  test('replaces all of them, is written down and told', async () => {
    await using stream = await openEvents(app, { cookie: person.cookie });
    const set = await setLimits(person, { dailyLimit: '20', countries: { '+44': '7.5', '+371': '0', '+1': null } });
    expect(set).toMatchObject({
      dailyLimit: '20.00',
      countryLimit: null,
      countries: { '+44': '7.50', '+371': '0.00', '+1': null },
    });
    expect(await readLimits(person)).toEqual(set);
    expect((await stream.next('limits-changed')).data).toMatchObject({ userId: person.id, liftedUntil: null });
    const [row] = await app.deps.sql`
      select actor_id, detail from audit_log where action = 'limits.changed' and subject_user_id = ${person.id}`;
    expect(row).toMatchObject({
      actor_id: person.id,
      detail: { dailyLimit: { from: '500.00', to: '20.00' }, countries: { from: {}, to: set.countries } },
    });
    expect((await setLimits(person, {})).countries).toEqual({});
  });

  test('takes numbers as well as texts', async () => {
    const answer = await put({ dailyLimit: 12.5, countryLimit: 0, countries: { '+49': 3 } });
    expect(limits.parse(await answer.json())).toMatchObject({
      dailyLimit: '12.50',
      countryLimit: '0.00',
      countries: { '+49': '3.00' },
    });
  });

  test.each([
    ['a negative limit', { ...none, dailyLimit: '-1' }],
    ['a fraction of a penny', { ...none, dailyLimit: '0.001' }],
    ['what is no number', { ...none, countryLimit: 'NaN' }],
    ['more than a balance can hold', { ...none, dailyLimit: '123456789' }],
    ['a missing limit', { countryLimit: null, countries: {} }],
    ['a list of countries', { ...none, countries: ['+44'] }],
    ['a country by its name', { ...none, countries: { GB: '1' } }],
    ['a code that begins another', { ...none, countries: { '+4': '1' } }],
    ['a code that goes on', { ...none, countries: { '+4479': '1' } }],
    ['a code without its plus', { ...none, countries: { '44': '1' } }],
    ['a hostile name', { ...none, countries: { "+44'); drop table users; --": '1' } }],
    ['a number of pounds that is none', { ...none, countries: { '+44': { $gt: 0 } } }],
  ])('refuses %s', async (_what, json) => {
    const answer = await put(json);
    expect(answer.status).toBe(422);
    expect(await answer.text()).not.toContain('drop table');
  });

  test('takes no field from a prototype', async () => {
    const putCountry = (name: string) =>
      person.withCookie(`/api/users/${person.id}/limits`, {
        method: 'PUT',
        body: `{"dailyLimit":null,"countryLimit":null,"countries":{"${name}":"1"}}`,
        headers: { 'content-type': 'application/json' },
      });
    expect((await putCountry('constructor')).status).toBe(422);
    expect(limits.parse(await (await putCountry('__proto__')).json()).countries).toEqual({});
  });
});

describe('lifting them', () => {
  test('lasts until the end of the UTC day, or until the time given, and ends by itself', async () => {
    expect((await lift(admin, person)).liftedUntil).toBe('2031-03-05T00:00:00.000Z');
    expect((await lift(admin, person, { until: '2031-03-04T12:00:00.000Z' })).liftedUntil).toBe(
      '2031-03-04T12:00:00.000Z',
    );
    app.clock.moveTo('2031-03-04T12:00:00.000Z');
    expect((await readLimits(person)).liftedUntil).toBeNull();
    const rows = await app.deps.sql`
      select actor_id, subject, detail from audit_log where action = 'limit.lifted' order by id`;
    expect(rows).toMatchObject([
      { actor_id: admin.id, subject: person.email, detail: { until: '2031-03-05T00:00:00.000Z' } },
      { actor_id: admin.id, subject: person.email, detail: { until: '2031-03-04T12:00:00.000Z' } },
    ]);
  });

  test.each([
    ['a time that is over', '2031-03-04T09:59:59.000Z'],
    ['a time that is now', '2031-03-04T10:00:00.000Z'],
    ['a time more than 31 days ahead', '2031-04-04T10:00:00.001Z'],
    ['what is no time', 'tomorrow'],
  ])('refuses %s', async (_what, until) => {
    expect((await liftWith({ until })).status).toBe(422);
  });

  test('is possible for 31 days', async () => {
    const until = '2031-04-04T10:00:00.000Z';
    expect((await lift(admin, person, { until })).liftedUntil).toBe(until);
  });

  test('shows in the list of accounts', async () => {
    await lift(admin, person);
    const list = await readAs(admin.as(`/api/admin/users?search=${person.email}`), z.looseObject({}).array());
    expect(list).toMatchObject([{ limitReachedAt: null, limitLiftedUntil: '2031-03-05T00:00:00.000Z' }]);
  });
});
