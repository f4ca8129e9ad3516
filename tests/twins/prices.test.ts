import { sql as template } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { priceLists, users } from '../../db/schema/index.ts';
import { readTariff } from '../../src/money/pricing/read-tariff.ts';
import { smsPrice, smsRateSql, suppliedSmsSql } from '../../src/money/pricing/tariff.ts';
import { formatMoney, parseMoney, subtract } from '../../src/platform/kit/money.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';

const CASES = 1500;
const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ background: false });
});
afterAll(() => app.stop());

const pick = <Value>(...values: Value[]): Value => values[Math.floor(Math.random() * values.length)] as Value;
const random = (most: number) => Math.floor(Math.random() * most);

function anybody(now: Date, resellerId: string | null): typeof users.$inferInsert {
  const id = Bun.randomUUIDv7();
  const ends = [null, -DAY_MS, 0, 1, DAY_MS].map((ms) => (ms === null ? null : new Date(now.getTime() + ms)));
  return {
    id,
    email: `${id}@example.com`,
    password: '-',
    fullName: 'Anybody',
    role: resellerId ? 'user' : pick('user', 'reseller', 'admin'),
    resellerExpiresAt: pick(...ends),
    resellerId,
    createdAt: now,
    updatedAt: now,
  };
}

const anyPrices = (userId: string, now: Date): typeof priceLists.$inferInsert => ({
  userId,
  sms: pick(null, parseMoney(`0.${String(random(900)).padStart(4, '0')}`)),
  voice: null,
  numberPrice: null,
  numberPercent: null,
  updatedAt: now,
});

test('what a message costs is the same in the statement and in the program', async () => {
  const { db, clock } = app.deps;
  const now = clock.now();
  const direct = Array.from({ length: CASES }, () => anybody(now, null));
  const customers = Array.from({ length: CASES }, () => anybody(now, pick(...direct).id));
  await db.insert(users).values(direct);
  await db.insert(users).values(customers);
  const listed = [...direct, ...customers].filter(() => Math.random() < 0.5);
  await db.insert(priceLists).values(listed.map(({ id }) => anyPrices(id, now)));
  const moment = template`${now.toISOString()}::timestamptz`;
  const rates = await db.execute<{ id: string; rate: string; price: string }>(template`
    select u.id, coalesce(s.rate, ${smsRateSql(template`u`, moment)})::numeric(8, 4)::text as rate,
      coalesce(s.price, ${smsRateSql(template`u`, moment)})::numeric(8, 4)::text as price
    from users u
    left join lateral (with ${suppliedSmsSql(template`u.id`, moment)} select * from supplied) s
      on u.reseller_id is not null`);
  expect(rates.length).toBe(2 * CASES);
  const disagreed = [];
  for (const { id, rate, price } of rates) {
    const { amount, margin } = smsPrice(await readTariff(db, id), now);
    const own = margin ? subtract(amount, margin.amount) : amount;
    if (formatMoney(amount, 4) !== price || formatMoney(own, 4) !== rate) disagreed.push({ id, price, rate });
  }
  expect(disagreed).toEqual([]);
}, 60_000);
