import { isLessAFee } from '../../../src/money/evidence/judge.ts';
import { findNearQuotes } from '../../../src/money/rates/near-quotes.ts';
import { parseMoney } from '../../../src/platform/kit/money.ts';
import { appForFile, signUp } from '../../kit/index.ts';

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const BY = new Date('2026-11-16T10:00:00.000Z');
const HOUR = 3_600_000;
const app = await appForFile({ background: false });
const [payer, other] = [await signUp(app), await signUp(app)];

interface Made {
  isOwn?: boolean;
  amount?: string;
  address?: string;
  own?: boolean;
  createdAt?: Date;
  expiresAt?: Date;
}

async function nearOf(
  { isOwn = false, amount = '0.00110000', address = ADDRESS, own = false, ...times }: Made,
  samePrice: boolean,
): Promise<number> {
  const { createdAt = new Date(BY.getTime() - HOUR), expiresAt = BY } = times;
  const [from, to] = [createdAt, expiresAt].map((time) => time.toISOString());
  await app.deps.sql`delete from quotes`;
  await app.deps.sql`
    insert into quotes (id, user_id, cryptocurrency, amount, crypto_amount, rate, address, own_address, has_own_amount,
      holds_amount, created_at, expires_at)
    values (gen_random_uuid(), ${(isOwn ? payer : other).id}, 'BTC', '100.00', ${amount}, '0.000018', ${address}, ${own}, true, true,
      ${from ?? null}, ${to ?? null})`;
  const arrived = { coinId: 'BTC', address: ADDRESS, amount: '0.00100000', userId: payer.id, by: BY } as const;
  return (await findNearQuotes(app.deps.db, arrived, { samePrice })).length;
}

test.each<[what: string, made: Made, near: boolean]>([
  ['a tenth more', {}, true],
  ['a little more than a tenth more', { amount: '0.00110001' }, false],
  // £0.10 is 180 satoshis.
  ['£0.10 more, as other quotes for the same price are', { amount: '0.00100180' }, false],
  ['a satoshi more than that', { amount: '0.00100181' }, true],
  ['at another address', { address: 'elsewhere' }, false],
  ['at an address of its customer’s own', { own: true }, false],
  ['of the same customer', { isOwn: true }, false],
  ['made in the second in which it arrived', { createdAt: new Date(BY.getTime() + 999) }, true],
  ['made later', { createdAt: new Date(BY.getTime() + 1000) }, false],
  ['ended less than a day before', { expiresAt: new Date(BY.getTime() - 24 * HOUR + 1) }, true],
  ['ended a day before', { expiresAt: new Date(BY.getTime() - 24 * HOUR) }, false],
])('a quote for %s', async (_, made, near) => {
  expect(await nearOf(made, false)).toBe(near ? 1 : 0);
});

test('without a person, the last digits do not say enough', async () => {
  expect(await nearOf({ amount: '0.00100001' }, true)).toBe(1);
  expect(await nearOf({ amount: '0.00100000' }, true)).toBe(0);
});

test('an amount that is at most a tenth too little, and not merely in the last digits, may lack a fee', () => {
  const due = { units: 110_000n, unitsUp: 110_000n, value: parseMoney('100.00'), confirmations: 1 };
  // £0.10 of £100 are 110 units.
  const cases = [99_999n, 100_000n, 109_889n, 109_890n, 110_000n].map((units) => isLessAFee(units, due));
  expect(cases).toEqual([false, true, true, false, false]);
});
