import { sql as template } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { readAllowance } from '../../src/money/allowances/count-spend.ts';
import { limitsAllowSql } from '../../src/money/allowances/spend-limits.ts';
import { Problem } from '../../src/platform/kit/errors.ts';
import { formatMoney, parseMoney } from '../../src/platform/kit/money.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { appForFile } from '../kit/file-app.ts';
import { anAccount, chance, oneOf } from '../kit/seed.ts';

const CASES = 3000;
const CODES = ['+44', '+33', '+1'];
const NUMBER = '+447911123456';
const app = await appForFile({ background: false });
const next = chance('limits');
const pick = <Value>(...values: Value[]): Value => oneOf(values, next);
const pounds = () => `${Math.floor(next() * 4)}.${pick('00', '05', '50')}`;

function anybody(now: Date): typeof users.$inferInsert {
  const dayAt = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(0, 10);
  const some = (value: () => string | null) =>
    Object.fromEntries(CODES.filter(() => next() < 0.5).map((code) => [code, value()]));
  const spent: Record<string, string> = {};
  for (const code of CODES) if (next() < 0.5) spent[code] = pounds();
  return {
    ...anAccount(now),
    dailyLimit: pick(null, parseMoney(pounds())),
    countryLimit: pick(null, parseMoney(pounds())),
    countryLimits: some(() => pick(null, '0.00', pounds())),
    stoppedCodes: next() < 0.3 ? pick(['+44'], ['+4479'], ['+4478', '+33'], ['+4478', '+447911']) : [],
    spentOn: pick(null, dayAt(-DAY_MS), dayAt(0), dayAt(DAY_MS)),
    spentToday: parseMoney(pounds()),
    spentByCountry: spent,
    limitLiftedUntil: pick(null, null, new Date(now.getTime() - 1), now, new Date(now.getTime() + DAY_MS)),
  };
}

test('the limits let through the same in the statement of a message and in that of a call', async () => {
  const { db, clock } = app.deps;
  const now = clock.now();
  await db.insert(users).values(Array.from({ length: CASES }, () => anybody(now)));
  const price = parseMoney('0.75');
  const rows = await db.execute<{ id: string; allowed: boolean }>(template`
    select u.id, ${limitsAllowSql({
      now: template`${now.toISOString()}::timestamptz`,
      price: template`${formatMoney(price)}::numeric`,
      codes: template`'+44'::text`,
      byCode: null,
      numbers: { number: template`${NUMBER}::text` },
    })} as allowed
    from users u`);
  expect(rows.length).toBe(CASES);
  const disagreed: unknown[] = [];
  const compare = async ({ id, allowed }: (typeof rows)[number]) => {
    if (allowed !== (await allowsCall(id))) disagreed.push({ id, allowed });
  };
  // Runs about as many at once as there are connections.
  for (let from = 0; from < CASES; from += 10) await Promise.all(rows.slice(from, from + 10).map(compare));
  expect(disagreed).toEqual([]);

  async function allowsCall(userId: string): Promise<boolean> {
    try {
      const { left } = await readAllowance(db, { userId, numbers: [NUMBER], now });
      return left === null || left >= price;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }
}, 60_000);
