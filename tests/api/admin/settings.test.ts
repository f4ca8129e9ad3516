import { z } from 'zod';
import { applySettings } from '../../../src/admin/settings/apply-settings.ts';
import { actorOf, makeApprover, makeReseller, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, makeCustomer, openEvents, problemOf, sentOnce } from '../../kit/index.ts';
import { purchaseOf, submitAs } from '../payments/payments.ts';
import { carefulOf, agreeTo, requestAbout, withdraw } from './requests.ts';
import { changesOf, setAs, settingOf } from './settings.ts';
import { ratesOf, readAs, readAnswer } from '../../kit/index.ts';
import { setting } from '../../../src/admin/settings/contract.ts';
import { createQuote } from '../../../src/money/payments/quotes/contract.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';

const app = await appForFile({ background: false, env: { RATE_SOURCE: 'kraken', VOICE_RATE_GBP: '0.12' } });
const other = await carefulOf(app, { VOICE_RATE_GBP: '0.12' });
const ada = await makeApprover(app);
const bea = await makeApprover(app);
afterEach(async () => {
  await app.deps.sql`delete from settings`;
});

const elsewhere = (person: TestActor): TestActor => actorOf(other, person);

const mailsOf = (person: TestActor) => app.deps.sql<{ data: { prices: object[] } }[]>`
  select data from mails where user_id = ${person.id} and kind = 'prices_rising' order by created_at`;

test('a setting shows its value, where it comes from and who changed it; the environment’s value is the undo', async () => {
  expect(await settingOf(ada, 'voice_price')).toMatchObject({
    ...{ value: '0.12', source: 'environment', variable: 'VOICE_RATE_GBP', changed: null, next: null },
  });
  expect((await setAs(ada, 'voice_price', '0.1', { before: '0.12' })).status).toBe(200);
  expect(await settingOf(elsewhere(bea), 'voice_price')).toMatchObject({
    ...{ value: '0.10', source: 'panel', standard: '0.12', changed: { by: { id: ada.id } } },
  });
  // The value that was shown no longer holds.
  await expectProblem(await setAs(bea, 'voice_price', '0.09', { before: '0.12' }), 'not_allowed_now');
  expect((await setAs(bea, 'voice_price', '0.09', { before: '0.10' })).status).toBe(200);
  app.clock.advance(1000);
  expect((await setAs(bea, 'minimum_top_up', '20')).status).toBe(200);
  expect((await setAs(bea, 'minimum_top_up', null)).status).toBe(200);
  expect(await settingOf(ada, 'minimum_top_up')).toMatchObject({ value: '50.00', source: 'environment' });
  const changes = (await changesOf(ada)).filter(({ name }) => ['voice_price', 'minimum_top_up'].includes(name));
  expect(changes.slice(0, 4).map(({ name, before, after, source }) => [name, before, after, source])).toEqual([
    ['minimum_top_up', '20.00', '50.00', 'environment'],
    ['minimum_top_up', '50.00', '20.00', 'panel'],
    ['voice_price', '0.10', '0.09', 'panel'],
    ['voice_price', '0.12', '0.10', 'panel'],
  ]);
  expect(changes[2]).toMatchObject({ changedBy: { email: bea.email }, askedBy: null });
});

test('several are changed at once, all of them or none; where two have to agree, all are asked for', async () => {
  const save = (person: TestActor, ...settings: object[]) =>
    person.as('/api/admin/settings', { method: 'PUT', json: { settings } });
  const name = { name: 'company_name', value: 'Topline Ltd', before: null };
  const { errors } = await problemOf(await save(ada, name, { name: 'company_country', value: 'zz' }));
  expect(errors?.[0]?.path).toBe('company_country');
  expect((await settingOf(ada, 'company_name')).value).toBeNull();
  const all = [name, { name: 'company_country', value: 'GB' }];
  await expectProblem(await save(elsewhere(ada), ...all), 'approval_needed');
  for (const subject of ['company_name', 'company_country']) await withdraw(ada, await requestAbout(bea, subject));
  expect((await save(ada, ...all)).status).toBe(200);
  expect((await settingOf(ada, 'company_country')).value).toBe('GB');
});

test('a value that makes no sense is refused with a sentence at its field', async () => {
  const wrong = [
    ['sms_price', ['0', '0.001', '101', '-1', 'NaN', '1e1', '']],
    ['rate_spread', ['100', '-1', '1.23456']],
    ['calls_at_once', ['0', '1.5', 'none']],
    ['daily_limit', ['-1', 'x']],
    ['coin', ['maybe']],
    ['banner', ['hello', '{"text":""}', JSON.stringify({ text: 'x'.repeat(201) })]],
  ] as const;
  for (const [name, values] of wrong) {
    for (const value of values) {
      const about = name === 'coin' ? 'BTC' : '';
      const { code, errors } = await problemOf(await setAs(ada, name, value, { about }));
      expect([name, value, code, errors?.[0]?.path]).toEqual([name, value, 'validation_failed', name]);
    }
  }
  await expectProblem(await setAs(ada, 'coin', 'off', { about: 'DOGE' }), 'not_found');
  await expectProblem(await setAs(ada, 'sms_price', '0.02', { about: 'BTC' }), 'not_found');
  expect(await app.deps.sql`select from settings where value is not null or holds_from is not null`).toHaveLength(0);
});

test('a dearer price is told and holds a day later for those who pay it; a cheaper one holds at once', async () => {
  const direct = await signUp(app);
  const reseller = await makeReseller(app);
  const [byShare, byPrice] = [await makeCustomer(app, reseller), await makeCustomer(app, reseller)];
  const list = (customer: TestActor, prices: object) => app.deps.sql`
    insert into price_lists ${app.deps.sql({ user_id: customer.id, updated_at: app.clock.now().toISOString(), ...prices })}`;
  await list(byShare, { sms_percent: 105 });
  await list(byPrice, { sms: '0.09' });
  const idle = await signUp(app);
  await sentOnce(app, direct, byShare, byPrice, reseller);
  await using stream = await openEvents(other, { authorization: `Bearer ${direct.key}` });
  expect((await setAs(ada, 'sms_price', '0.05')).status).toBe(200);
  expect((await stream.next('offers-changed')).data).toMatchObject({ what: 'prices' });
  const holdsFrom = new Date(app.clock.now().getTime() + 24 * HOUR_MS).toISOString();
  expect(await settingOf(ada, 'sms_price')).toMatchObject({ value: '0.03', next: { value: '0.05', holdsFrom } });
  expect(await ratesOf(direct)).toMatchObject({
    ...{ sms: '0.0300', rising: [{ subject: 'sms', price: '0.05', holdsFrom }] },
  });
  expect((await ratesOf(byShare)).rising).toMatchObject([{ price: '0.0525' }]);
  const search = await direct.as(`/api/users/${direct.id}/destinations`);
  expect((await readAs(search, z.object({ lines: z.looseObject({}).array() }))).lines).toContainEqual(
    expect.objectContaining({ service: 'sms', rate: '0.0300', soonRate: '0.0500', soonFrom: holdsFrom }),
  );
  const listed = (price: string) => ({ price, percent: null });
  expect((await mailsOf(direct)).map(({ data }) => data.prices)).toEqual([
    [{ subject: 'sms', before: listed('0.03'), after: listed('0.05') }],
  ]);
  expect((await mailsOf(byShare)).map(({ data }) => data.prices)).toEqual([
    [{ subject: 'sms', before: listed('0.0315'), after: listed('0.0525') }],
  ]);
  // Their price does not follow the standard one.
  expect([...(await mailsOf(byPrice)), ...(await mailsOf(reseller)), ...(await mailsOf(ada))]).toEqual([]);
  // An account that did not send for 90 days finds it under Rates.
  expect([...(await mailsOf(idle))]).toEqual([]);
  expect((await ratesOf(idle)).rising).toMatchObject([{ subject: 'sms', price: '0.05' }]);

  app.clock.advance(24 * HOUR_MS - 1);
  expect((await ratesOf(elsewhere(direct))).sms).toBe('0.0300');
  app.clock.advance(1);
  // No chore ran yet: every reader compares the time itself.
  expect(await ratesOf(elsewhere(direct))).toMatchObject({ sms: '0.0500', rising: [] });
  await applySettings(other.deps);
  expect((await stream.next('offers-changed')).data).toMatchObject({ what: 'prices' });
  expect(await settingOf(ada, 'sms_price')).toMatchObject({ value: '0.05', source: 'panel', next: null });

  expect((await setAs(ada, 'sms_price', '0.09')).status).toBe(200);
  expect((await setAs(ada, 'sms_price', '0.02')).status).toBe(200);
  expect(await ratesOf(elsewhere(direct))).toMatchObject({ sms: '0.0200', rising: [] });
  // A change back to the environment's price is a rise like any other.
  expect((await setAs(ada, 'sms_price', null)).status).toBe(200);
  expect(await ratesOf(direct)).toMatchObject({ sms: '0.0200', rising: [{ price: '0.03' }] });
  app.clock.advance(24 * HOUR_MS);
  expect(await ratesOf(direct)).toMatchObject({ sms: '0.0300', rising: [] });
  expect(await settingOf(ada, 'sms_price')).toMatchObject({ value: '0.03', source: 'environment' });
});

test('an announced price that is taken back is on record as such, and was never a change', async () => {
  const france = { about: 'FR' };
  const seen = async () =>
    (await changesOf(ada))
      .filter(({ name, about }) => name === 'number_price' && about === 'FR')
      .map(({ what, before, after, changedBy }) => [what, before, after, changedBy.email]);
  const changedBy = async () => (await settingOf(ada, 'number_price', 'FR')).changed?.by.email;
  expect((await setAs(ada, 'number_price', '60', france)).status).toBe(200);
  expect([await seen(), await changedBy()]).toEqual([[['change', '50.00', '60.00', ada.email]], undefined]);
  const back = await setAs(bea, 'number_price', null, france);
  expect((await readAs(back, setting.array()))[0]).toMatchObject({
    value: '50.00',
    source: 'environment',
    next: null,
    changed: null,
  });
  const first = [
    ['withdrawal', '50.00', '60.00', bea.email],
    ['withdrawn', '50.00', '60.00', ada.email],
  ];
  expect([await seen(), await changedBy()]).toEqual([first, undefined]);
  const rows = await app.deps.sql`
    select actor_id, detail ->> 'after' as announced from audit_log
    where action = ${'setting.announcement_cancelled'} and subject = 'number_price FR'`;
  expect([...rows]).toEqual([{ actor_id: bea.id, announced: '60.00' }]);
  // Another price takes the place of an announced one; the last change is the one that held.
  for (const price of ['45', '60', '55']) expect((await setAs(ada, 'number_price', price, france)).status).toBe(200);
  expect((await setAs(bea, 'number_price', '45', france)).status).toBe(200);
  expect((await seen()).slice(0, -2).map(([what, , after]) => [what, after])).toEqual([
    ...[
      ['withdrawal', '55.00'],
      ['withdrawn', '55.00'],
      ['withdrawal', '60.00'],
      ['withdrawn', '60.00'],
    ],
    ['change', '45.00'],
  ]);
  app.clock.advance(25 * HOUR_MS);
  expect([await changedBy(), (await seen()).length]).toEqual([ada.email, 7]);
});

test('where two have to agree, one asks and another one agrees to exactly that', async () => {
  const [one, two] = [elsewhere(ada), bea];
  await expectProblem(await setAs(one, 'voice_price', '0.05'), 'approval_needed');
  expect((await settingOf(ada, 'voice_price')).value).toBe('0.12');
  const request = await requestAbout(two, 'voice_price');
  expect(request.wanted).toMatchObject({ kind: 'setting', before: '0.12', after: '0.05', value: '0.05' });
  await expectProblem(await agreeTo(ada, request), 'not_allowed_now');
  expect((await agreeTo(two, request)).status).toBe(200);
  expect((await settingOf(ada, 'voice_price')).value).toBe('0.05');
  const change = (await changesOf(ada)).find(({ name, after }) => name === 'voice_price' && after === '0.05');
  expect(change).toMatchObject({ changedBy: { id: bea.id }, askedBy: { id: ada.id } });
  // Another value held meanwhile.
  await expectProblem(await setAs(one, 'voice_price', '0.01'), 'approval_needed');
  expect((await setAs(bea, 'voice_price', '0.04')).status).toBe(200);
  const late = await requestAbout(two, 'voice_price');
  await expectProblem(await agreeTo(two, late), 'not_allowed_now');
  expect((await settingOf(ada, 'voice_price')).value).toBe('0.04');
  expect((await withdraw(ada, late)).status).toBe(204);
  // One administrator may stop something, or say something.
  expect((await setAs(one, 'coin', 'off', { about: 'BTC' })).status).toBe(200);
  expect((await setAs(one, 'banner', JSON.stringify({ text: 'Hello' }))).status).toBe(200);
});

test('a higher minimum and a coin that is off stop new payments, and open quotes go on', async () => {
  const person = await signUp(app);
  const coinRate = {
    id: 'BTC',
    price: '50000',
    rate: '0.00002',
    sources: '[]',
    checked_at: app.clock.now().toISOString(),
  };
  await app.deps.sql`insert into coin_rates ${app.deps.sql(coinRate)}`;
  const quote = async (amount: string) =>
    person.as(`/api/users/${person.id}/quotes`, { json: { amount, cryptocurrency: 'BTC' } });
  const open = await readAnswer(quote('60.00'), createQuote);
  const coins = async () =>
    await readAs(
      elsewhere(person).as('/api/coins'),
      z.looseObject({ id: z.string(), minimum: z.string(), rate: z.string() }).array(),
    );
  expect((await setAs(ada, 'rate_spread', '25')).status).toBe(200);
  const { id: dearer, cryptoAmount } = await readAnswer(quote('60.00'), createQuote);
  expect(dearer).not.toBe(open.id);
  expect(Number(cryptoAmount) / Number(open.cryptoAmount)).toBeCloseTo(1.25, 2);
  expect((await setAs(ada, 'minimum_top_up', '100')).status).toBe(200);
  expect((await coins()).map(({ minimum }) => minimum)).toContain('100.00');
  const low = await problemOf(await quote('60.00'));
  expect(low.errors?.[0]).toMatchObject({ path: 'amount', message: 'The minimum amount is £100.00' });
  expect((await setAs(ada, 'coin', 'off', { about: 'BTC' })).status).toBe(200);
  expect((await coins()).some(({ id }) => id === 'BTC')).toBe(false);
  const off = await problemOf(await quote('100.00'));
  expect(off.errors?.[0]).toMatchObject({
    ...{ path: 'cryptocurrency', message: 'Bitcoin is not offered at the moment' },
  });
  const paid = await submitAs(person, { ...purchaseOf({ quoteId: open.id, amount: '60.00' }) });
  expect([paid.status, (await readAs(paid, z.object({ amount: z.string() }))).amount]).toEqual([201, '60.00']);
  const unquoted = await problemOf(await submitAs(person, purchaseOf({ amount: '100.00' })));
  expect(unquoted.errors?.[0]?.path).toBe('cryptocurrency');
});

test('new accounts begin with the limits of the panel', async () => {
  const limitsOf = async () => {
    const { id } = await signUp(other);
    const [row] = await app.deps.sql`select daily_limit, country_limit, calls_at_once from users where id = ${id}`;
    return row;
  };
  expect(await limitsOf()).toEqual({ daily_limit: null, country_limit: null, calls_at_once: null });
  await setAs(ada, 'daily_limit', '12.50');
  await setAs(ada, 'country_limit', '7');
  await setAs(ada, 'calls_at_once', '3');
  expect(await limitsOf()).toEqual({ daily_limit: '12.50', country_limit: '7.00', calls_at_once: 3 });
});

test('a banner is shown to everybody between its times', async () => {
  const person = await signUp(app);
  const shown = async () => (await person.as('/api/banner')).json();
  expect(await shown()).toEqual({ banner: null, changesAt: null, slow: [] });
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const [from, to] = [at(1), at(3)];
  await using stream = await openEvents(other, { authorization: `Bearer ${person.key}` });
  const value = JSON.stringify({ text: 'Work', texts: { de: 'Arbeiten' }, tone: 'warning', from, to });
  expect((await setAs(ada, 'banner', value)).status).toBe(200);
  expect((await stream.next('offers-changed')).data).toMatchObject({ what: 'banner' });
  // A banner that is not shown yet is not told either.
  expect(await shown()).toEqual({ banner: null, changesAt: from, slow: [] });
  app.clock.advance(HOUR_MS);
  const banner = { text: 'Work', texts: { de: 'Arbeiten' }, tone: 'warning' };
  expect(await shown()).toMatchObject({ banner, changesAt: to });
  app.clock.advance(2 * HOUR_MS);
  expect(await shown()).toEqual({ banner: null, changesAt: null, slow: [] });
});
