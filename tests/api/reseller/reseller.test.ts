import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { didNumbers } from '../../../db/schema/index.ts';
import { user as userSchema } from '../../../src/callers/contract.ts';
import { totalUsage } from '../../../src/resale/packages/total-usage.ts';
import { momentOf } from '../../../src/platform/kit/ids.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { giveBack } from '../../../src/services/numbers/provisioning/give-back.ts';
import { resellerStatus } from '../../../src/resale/packages/contract.ts';
import { appForFile, funded, readAs, type TestActor } from '../../kit/index.ts';
import { orderAs, payAs } from '../payments/orders.ts';

let person: TestActor;
const app = await appForFile({ background: false });
beforeEach(async () => {
  person = await funded(app, '20000.00');
});

async function buy(resellerPackage: 'monthly' | 'yearly') {
  const placed = await orderAs(person, { resellerPackage, amount: undefined });
  expect((await payAs(person, placed.id)).status).toBe(200);
}

async function expiry(): Promise<string> {
  const user = await readAs(person.as(`/api/users/${person.id}`), userSchema);
  return (user.resellerExpiresAt ?? '').slice(0, 16);
}

async function status(who = person) {
  return resellerStatus.parse(await (await who.as(`/api/users/${person.id}/reseller`)).json());
}

const sms = async () => {
  const json = { senderId: 'Topline', recipients: ['+447700900001'], message: 'Hello' };
  const response = await person.as(`/api/users/${person.id}/sms`, { json });
  return (await readAs(response, z.object({ cost: z.string() }))).cost;
};

describe('the expiry', () => {
  test.each([
    ['monthly', '2027-01-31T12:00:00Z', '2027-02-28T12:00'],
    ['monthly', '2028-01-31T12:00:00Z', '2028-02-29T12:00'],
    ['yearly', '2028-02-29T12:00:00Z', '2029-02-28T12:00'],
    // The clocks in Britain go forward on 28 March 2027; months are counted in UTC.
    ['monthly', '2027-03-15T12:00:00Z', '2027-04-15T12:00'],
  ] as const)('for a %s package bought %s is %s', async (plan, bought, expected) => {
    app.clock.moveTo(bought);
    await buy(plan);
    expect(await expiry()).toBe(expected);
  });

  test('moves on from where it is while the package runs, counted from the first day', async () => {
    app.clock.moveTo('2027-01-31T12:00:00Z');
    await buy('monthly');
    app.clock.moveTo('2027-02-10T09:00:00Z');
    await buy('monthly');
    expect(await expiry()).toBe('2027-03-31T12:00');
    await buy('yearly');
    expect(await expiry()).toBe('2028-03-31T12:00');
  });

  test('is counted from one’s own first day, though another package ends at the same moment', async () => {
    app.clock.moveTo('2027-01-28T12:00:00Z');
    await buy('monthly');
    const first = person;
    app.clock.moveTo('2027-01-31T12:00:00Z');
    person = await funded(app, '20000.00');
    await buy('monthly');
    expect(await expiry()).toBe('2027-02-28T12:00');
    person = first;
    expect(await expiry()).toBe('2027-02-28T12:00');
    await buy('monthly');
    expect(await expiry()).toBe('2027-03-28T12:00');
  });

  test('counts from today once the package has ended', async () => {
    app.clock.moveTo('2027-01-31T12:00:00Z');
    await buy('monthly');
    app.clock.moveTo('2027-03-05T08:00:00Z');
    await buy('monthly');
    expect(await expiry()).toBe('2027-04-05T08:00');
    expect(await status()).toMatchObject({ since: expect.stringContaining('2027-01-31') });
  });
});

test('figures are the same before and after what is final has been totalled, and after more of it', async () => {
  app.clock.moveTo('2040-01-15T12:00:00Z');
  await buy('yearly');
  for (let sent = 0; sent < 3; sent++) await sms();
  const totalledTo = async () => {
    const [row] = await app.deps.sql<{ untilId: string }[]>`
      select until_id as "untilId" from usage_totals where user_id = ${person.id}`;
    return momentOf(row?.untilId ?? '').toISOString();
  };
  await totalUsage(app.deps);
  for (const [moment, saved, until] of [
    // 200 days before that is final.
    ['2040-09-15T12:00:00Z', '0.03', '2040-02-28T12:00:00.000Z'],
    ['2040-12-15T12:00:00Z', '0.04', '2040-05-29T12:00:00.000Z'],
  ] as const) {
    const before = await status();
    expect(before.savings.sms).toBe(saved);
    app.clock.moveTo(moment);
    await totalUsage(app.deps);
    await totalUsage(app.deps);
    expect(await totalledTo()).toBe(until);
    expect(await status()).toEqual(before);
    await sms();
  }
  // A row that is in the totals is not read again.
  await app.deps.sql`update sms_messages set actual_cost = 100 where user_id = ${person.id}
    and sent_at < '2040-02-01'`;
  expect((await status()).savings.sms).toBe('0.05');
  // Totals are added to once they are more than 30 days old.
  app.clock.moveTo('2041-01-14T12:00:00Z');
  await totalUsage(app.deps);
  expect(await totalledTo()).toBe('2040-05-29T12:00:00.000Z');
  app.clock.advance(1);
  await totalUsage(app.deps);
  expect(await totalledTo()).toBe('2040-06-28T12:00:00.001Z');
});

describe('the rates', () => {
  test('hold to the very moment of the expiry', async () => {
    expect(await sms()).toBe('0.0300');
    app.clock.moveTo('2027-01-15T12:00:00Z');
    await buy('monthly');
    expect(await sms()).toBe('0.0200');
    expect((await status()).active).toBe(true);
    app.clock.moveTo('2027-02-15T11:59:30Z');
    expect(await sms()).toBe('0.0200');
    app.clock.moveTo('2027-02-15T12:00:30Z');
    expect(await sms()).toBe('0.0300');
    expect((await status()).active).toBe(false);
  });
});

describe('GET /api/users/{id}/reseller', () => {
  test('before any package: the rates, and no savings', async () => {
    expect(await status()).toEqual({
      active: false,
      resellerPackage: null,
      expiresAt: null,
      since: null,
      savings: { total: '0.00', sms: '0.00', voice: '0.00', numbers: '0.00' },
      usage: { sms: 0, minutes: 0, numbers: 0 },
      rates: {
        sms: { standard: '0.0300', reseller: '0.0200' },
        voice: { standard: '0.1000', reseller: '0.0500' },
        numberDiscountPercent: 50,
      },
    });
  });

  test('counts what was bought at reseller rates, and nothing before or after', async () => {
    await sms();
    app.clock.moveTo('2027-01-15T12:00:00Z');
    await buy('monthly');
    for (let sent = 0; sent < 3; sent++) await sms();
    const available = await person.as('/api/did-numbers/available?country=United%20Kingdom');
    const numbers = (await readAs(available, z.string().array())).slice(0, 2);
    for (const number of numbers) {
      const json = { number, country: 'United Kingdom', countryCode: 'GB' };
      expect((await person.as(`/api/users/${person.id}/did-numbers`, { json })).status).toBe(201);
    }
    // The carrier does not sell the second one: it was refunded, so it saved nothing.
    const [refused] = await app.deps.db
      .update(didNumbers)
      .set({ status: 'provisioning' })
      .where(eq(didNumbers.number, numbers[1] ?? ''))
      .returning();
    if (!refused) throw new Error('the second number is missing');
    await transact(app.deps, (tx) => giveBack(tx, refused, { reason: 'It is sold' }));
    app.clock.moveTo('2027-02-16T12:00:00Z');
    await sms();
    expect(await status()).toMatchObject({
      savings: { sms: '0.03', numbers: '24.50', voice: '0.00', total: '24.53' },
      usage: { sms: 3, numbers: 1, minutes: 0 },
    });
  });
});
