import { autoRenewNumbers } from '../../../src/services/numbers/renewal/auto-renew.ts';
import { didNumber, type DidNumber } from '../../../src/services/numbers/contract.ts';
import { notifyExpiring } from '../../../src/services/numbers/renewal/notify-expiring.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { balanceOf, funded, credit, makeReseller, suspend, type TestActor } from '../../kit/actors.ts';
import { appForFile, codeOf, holdPrices, makeCustomer } from '../../kit/index.ts';
import { openEvents, putPriceList, transfer, firstOf } from '../../kit/index.ts';
import { bought, buyAs, buyer, numbersOf, renewAs, switchAs } from './numbers.ts';

const GRACE_DAYS = 14;
const MAX_MONTHS_AHEAD = 12;
const app = await appForFile({ soundBooks: true });
const second = await appForFile({ beside: app });
const after = (iso: string, milliseconds: number) => new Date(Date.parse(iso) + milliseconds);
const dayOf = (number: DidNumber | undefined) => number?.expiresAt.slice(0, 10);

async function onlyNumber(person: TestActor): Promise<DidNumber> {
  return firstOf(await numbersOf(person), 'there is no number');
}

describe('the state of a bought number', () => {
  test('goes with the clock from active to expired, and at the end of its grace it is gone', async () => {
    const person = await buyer(app);
    const { expiresAt, graceEndsAt } = await bought(person);
    const at = async (moment: Date) => {
      app.clock.moveTo(moment);
      return (await numbersOf(person)).map(({ state }) => state);
    };
    expect(await at(after(expiresAt, -8 * DAY_MS))).toEqual(['active']);
    expect(await at(after(expiresAt, -7 * DAY_MS))).toEqual(['expiring']);
    expect(await at(after(expiresAt, -5000))).toEqual(['expiring']);
    expect(await at(after(expiresAt, 0))).toEqual(['expired']);
    expect(await (await person.as(`/api/users/${person.id}/stats`)).json()).toMatchObject({ didNumbers: 0 });
    expect(graceEndsAt).toBe(after(expiresAt, GRACE_DAYS * DAY_MS).toISOString());
    expect(await at(after(graceEndsAt, -5000))).toEqual(['expired']);
    expect(await at(after(graceEndsAt, 0))).toEqual([]);
  });

  test("in grace it is nobody else's; afterwards it is, and no longer the first owner's", async () => {
    const [first, other] = [await buyer(app), await buyer(app)];
    const { id, number, expiresAt, graceEndsAt } = await bought(first);
    app.clock.moveTo(after(expiresAt, DAY_MS));
    expect(await codeOf(await buyAs(other, number))).toBe('number_taken');
    app.clock.moveTo(after(graceEndsAt, 0));
    expect((await renewAs(first, id)).status).toBe(404);
    expect((await buyAs(other, number)).status).toBe(201);
    expect((await renewAs(first, id)).status).toBe(404);
    expect(await numbersOf(first)).toEqual([]);
    expect(await numbersOf(other)).toMatchObject([{ number, state: 'active', autoRenew: false }]);
    expect(await balanceOf(other)).toBe('451.00');
  });
});

describe('POST /api/users/{id}/did-numbers/{numberId}/renew', () => {
  test('counts every month from the day of purchase: 31 January', async () => {
    app.clock.moveTo('2027-01-31T23:30:00.000Z');
    const person = await buyer(app);
    const { id, ...first } = await bought(person);
    const days = [first.expiresAt.slice(0, 10)];
    for (let month = 2; month <= 4; month++) {
      days.push(didNumber.parse(await (await renewAs(person, id)).json()).expiresAt.slice(0, 10));
    }
    expect(days).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
    expect(await balanceOf(person)).toBe('304.00');
  });

  test('in grace, adds to the expiry and not to today', async () => {
    app.clock.moveTo('2028-06-15T12:00:00.000Z');
    const person = await buyer(app);
    const { id, expiresAt } = await bought(person);
    app.clock.moveTo(after(expiresAt, 10 * DAY_MS));
    expect((await renewAs(person, id)).status).toBe(200);
    const renewed = await onlyNumber(person);
    expect({ day: dayOf(renewed), state: renewed.state }).toEqual({ day: '2028-08-15', state: 'active' });
  });

  test('ten at once are ten months, paid one by one, and never more than a year ahead', async () => {
    const person = await funded(app, '2000.00');
    const { id } = await bought(person);
    const answers = await Promise.all(Array.from({ length: MAX_MONTHS_AHEAD + 3 }, () => renewAs(person, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_MONTHS_AHEAD - 1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(await Promise.all(refused.map(codeOf))).toEqual(Array.from({ length: 4 }, () => 'not_allowed_now'));
    expect(await balanceOf(person)).toBe('1412.00');
  });

  test('costs what its owner pays today', async () => {
    const person = await makeReseller(app, await buyer(app), after(app.clock.now().toISOString(), DAY_MS));
    const { id, monthlyPrice } = await bought(person);
    expect(monthlyPrice).toBe('24.50');
    app.clock.advance(2 * DAY_MS);
    expect(await onlyNumber(person)).toMatchObject({ monthlyPrice: '24.50', renewalPrice: '49.00' });
    expect((await renewAs(person, id)).status).toBe(200);
    expect(await onlyNumber(person)).toMatchObject({ monthlyPrice: '49.00' });
  });

  test('without credit changes nothing', async () => {
    const person = await funded(app, '49.00');
    const { id, expiresAt } = await bought(person);
    expect((await renewAs(person, id)).status).toBe(402);
    expect((await onlyNumber(person)).expiresAt).toBe(expiresAt);
  });
});

describe('automatic renewal', () => {
  const renewInBoth = () => Promise.all([app, second, app, second].map(({ deps }) => autoRenewNumbers(deps)));

  test('happens a day before the expiry, once, with two processes at it', async () => {
    const person = await buyer(app);
    const { id, expiresAt } = await bought(person);
    const switched = await switchAs(person, id, true);
    expect(didNumber.parse(await switched.json())).toMatchObject({ id, autoRenew: true, expiresAt });

    app.clock.moveTo(after(expiresAt, -DAY_MS - 1));
    await renewInBoth();
    expect(await balanceOf(person)).toBe('451.00');

    app.clock.moveTo(after(expiresAt, -DAY_MS));
    await renewInBoth();
    await renewInBoth();
    expect(await balanceOf(person)).toBe('402.00');
    const renewed = await onlyNumber(person);
    expect(Date.parse(renewed.expiresAt)).toBeGreaterThan(after(expiresAt, 27 * DAY_MS).getTime());

    app.clock.moveTo(after(renewed.expiresAt, -DAY_MS));
    await renewInBoth();
    expect(await balanceOf(person)).toBe('353.00');
  });

  test('is not done for those who did not ask for it, nor for the suspended', async () => {
    const [person, suspended] = [await buyer(app), await buyer(app)];
    const [{ expiresAt }, own] = [await bought(person), await bought(suspended)];
    await switchAs(suspended, own.id, true);
    await suspend(app, suspended);
    app.clock.moveTo(after(expiresAt, -1000));
    await renewInBoth();
    expect(await balanceOf(person)).toBe('451.00');
    const [row] = await app.deps.sql<{ credits: string }[]>`select credits from users where id = ${suspended.id}`;
    expect(row?.credits).toBe('451.00');
  });

  test('without credit the number stays, its owner is told once, and a top-up renews it', async () => {
    // Enough for half of it, so that only the stored refusal keeps it from being tried and reported again.
    const person = await funded(app, '80.00');
    await using stream = await openEvents(app, { authorization: `Bearer ${person.key}` });
    const { id, expiresAt } = await bought(person);
    await switchAs(person, id, true);
    app.clock.moveTo(after(expiresAt, -DAY_MS));
    await renewInBoth();
    await renewInBoth();
    app.clock.moveTo(after(expiresAt, 5 * DAY_MS));
    await renewInBoth();
    expect(await onlyNumber(person)).toMatchObject({ state: 'expired', autoRenew: true });

    await credit(app, person, '100.00');
    await renewInBoth();
    expect(await onlyNumber(person)).toMatchObject({ state: 'active' });
    expect(await balanceOf(person)).toBe('82.00');
    await stream.next('number-status');
    await stream.next('number-status');
    const notices = stream.all.filter(({ event }) => event === 'number-expiring');
    expect(notices.map(({ data }) => data.renewal)).toEqual(['insufficient_credits']);
  });
});

describe('automatic renewal by a reseller’s prices', () => {
  const priced = async (reseller: TestActor, numberPercent: number) => {
    const response = await putPriceList(reseller, { numberPercent });
    await holdPrices(app);
    return response;
  };

  test('a price that was cut to what its owner has is tried again', async () => {
    const until = after(app.clock.now().toISOString(), 200 * DAY_MS);
    const reseller = await makeReseller(app, await buyer(app), until);
    const customer = await makeCustomer(app, reseller);
    expect((await priced(reseller, 200)).status).toBe(200);
    await transfer(reseller, customer, '143.00');
    const { id, expiresAt } = await bought(customer);
    await switchAs(customer, id, true);
    app.clock.moveTo(after(expiresAt, -DAY_MS));
    await autoRenewNumbers(app.deps);
    expect(await balanceOf(customer)).toBe('45.00');
    expect((await priced(reseller, 60)).status).toBe(200);
    await autoRenewNumbers(app.deps);
    expect(await balanceOf(customer)).toBe('15.60');
  });
});

describe('the notice before an expiry', () => {
  test('comes once a period, within 7 days, however many processes look', async () => {
    const person = await buyer(app);
    await using stream = await openEvents(app, { authorization: `Bearer ${person.key}` });
    const { id, number, expiresAt } = await bought(person);
    const notifyInBoth = () => Promise.all([app, second].map(({ deps }) => notifyExpiring(deps)));
    app.clock.moveTo(after(expiresAt, -7 * DAY_MS - 5000));
    await notifyInBoth();
    app.clock.moveTo(after(expiresAt, -7 * DAY_MS));
    await notifyInBoth();
    await notifyInBoth();
    expect((await stream.next('number-expiring')).data).toMatchObject({ id, number, expiresAt, renewal: 'off' });

    await renewAs(person, id);
    await switchAs(person, id, true);
    const next = (await onlyNumber(person)).expiresAt;
    await notifyInBoth();
    app.clock.moveTo(after(next, -3 * DAY_MS));
    await notifyInBoth();
    expect((await stream.next('number-expiring')).data).toMatchObject({ expiresAt: next, renewal: 'on' });
    expect(stream.all.filter(({ event }) => event === 'number-expiring')).toHaveLength(2);
  });
});
