import { sql as template } from 'drizzle-orm';
import { accountPrices, priceLists, settings, users } from '../../db/schema/index.ts';
import { callCost, creditFor } from '../../src/money/pricing/call-cost.ts';
import { termsSql, FLAT_SMS, flatVoice, priceSql } from '../../src/money/pricing/price-sql.ts';
import { readFlatRates } from '../../src/money/pricing/read-flat-rates.ts';
import { readTariff } from '../../src/money/pricing/read-tariff.ts';
import { smsPrice, voicePrice } from '../../src/money/pricing/tariff.ts';
import { formatMoney, fromUnits, parseMoney, subtract } from '../../src/platform/kit/money.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { appForFile, type DeckRow, makeDeck, sellBy, there } from '../kit/index.ts';
import { anAccount, chance, oneOf } from '../kit/seed.ts';

/** Each run has others: what few of one run do not show, those of the next do. */
const CASES = 300;
const CALLS = 20_000;
const VOICE_RATE = '0.10';
/** Ten times as much is more than a price may be. */
const DEAR_VOICE_RATE = '25.00';
const app = await appForFile({ background: false });
const next = chance('prices');
const random = (most: number) => Math.floor(next() * most);
const pick = <Value>(...values: Value[]): Value => oneOf(values, next);

function anybody(now: Date, resellerId: string | null): typeof users.$inferInsert {
  const ends = [null, -DAY_MS, 0, 1, DAY_MS].map((ms) => (ms === null ? null : new Date(now.getTime() + ms)));
  return {
    ...anAccount(now),
    role: resellerId ? 'user' : pick('user', 'reseller', 'admin'),
    resellerExpiresAt: pick(...ends),
    resellerId,
  };
}

/** An amount in pounds with at most four decimal places. */
const price = (most: number) => parseMoney(`0.${String(random(most)).padStart(4, '0')}`);

const flatPrices = (userId: string, now: Date): typeof priceLists.$inferInsert => ({
  userId,
  ...pick({}, { sms: price(900) }, { smsPercent: random(1000) + 1 }),
  ...pick({}, { voice: price(3000) }, { voicePercent: random(1000) + 1 }),
  updatedAt: now,
});

/** None to three in the order of their times, before now, now and later; one without a percentage ends what was before. */
const apartPrices = (userId: string, now: Date): (typeof accountPrices.$inferInsert)[] =>
  (['sms', 'voice'] as const).flatMap((subject) =>
    [-2, 0, 2]
      .filter(() => next() < 0.5)
      .map((days) => ({
        ...{ userId, subject, percent: pick(null, random(300) + 1), setAt: now, setBy: userId },
        holdsFrom: new Date(now.getTime() + days * DAY_MS),
      })),
  );

test('without a deck what a message and a minute cost is the same in the statement and in the program', async () => {
  const { db, clock } = app.deps;
  const now = clock.now();
  const direct = Array.from({ length: CASES }, () => anybody(now, null));
  const customers = Array.from({ length: CASES }, () => anybody(now, pick(...direct).id));
  await db.insert(users).values(direct);
  await db.insert(users).values(customers);
  const listed = [...direct, ...customers].filter(() => next() < 0.5);
  await db.insert(priceLists).values(listed.map(({ id }) => flatPrices(id, now)));
  const apart = direct.filter(() => next() < 0.5).flatMap(({ id }) => apartPrices(id, now));
  await db.insert(accountPrices).values(apart);
  const moment = template`${now.toISOString()}::timestamptz`;
  const tariffs = new Map<string, Awaited<ReturnType<typeof readTariff>>>();
  for (const { id } of [...direct, ...customers]) tariffs.set(id, await readTariff(db, id));
  const yesterday = new Date(now.getTime() - DAY_MS);
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const ofPanel: (typeof settings.$inferInsert)[] = [
    { name: 'sms_price', value: '0.07', next: '0.09', holdsFrom: tomorrow },
    { name: 'sms_price_reseller', value: '0.01', next: '0.05', holdsFrom: now },
    { name: 'voice_price', value: '0.07', next: null, holdsFrom: yesterday },
    { name: 'voice_price_reseller', value: '0.21' },
  ];
  for (const [service, voiceRate, set] of [
    ['sms', VOICE_RATE, []],
    ['voice', VOICE_RATE, []],
    ['voice', DEAR_VOICE_RATE, []],
    ['sms', VOICE_RATE, ofPanel],
    ['voice', VOICE_RATE, ofPanel],
  ] as const) {
    await db.delete(settings);
    if (set.length > 0) await db.insert(settings).values([...set]);
    const flat = service === 'sms' ? FLAT_SMS : flatVoice(template`${voiceRate}::numeric`);
    const rates = await readFlatRates(db, { voiceRateGbp: voiceRate }, now);
    const rows = await db.execute<{ id: string; rate: string; own: string }>(template`
      select someone.id, p.rate::numeric(8, 4)::text as rate, p.own_rate::numeric(8, 4)::text as own
      from users someone
      cross join lateral (${termsSql({ userId: template`someone.id`, service, flat, now: moment })}) terms
      cross join lateral (${priceSql(template`terms`, template`'447911123456'`, moment)}) p
      where someone.full_name = 'Anybody'`);
    expect(rows.length).toBe(2 * CASES);
    const disagreed = [];
    for (const { id, rate, own } of rows) {
      const tariff = there(tariffs.get(id), 'an account is not known');
      const { amount, margin } =
        service === 'sms' ? smsPrice(tariff, now, rates.sms) : voicePrice(tariff, now, rates.voice);
      const rest = margin ? subtract(amount, margin.amount) : amount;
      if (formatMoney(amount, 4) !== rate || formatMoney(rest, 4) !== own) disagreed.push({ id, rate, own });
    }
    expect(disagreed).toEqual([]);
  }
  await db.delete(settings);
}, 60_000);

/** Only a few digits, so that some prefixes are the beginning of others. */
const digits = (most: number) => `4${Array.from({ length: random(most) }, () => pick('0', '1', '4')).join('')}`;

function anyRows(now: Date): DeckRow[] {
  const rows = new Map<string, DeckRow[]>();
  for (let each = 0; each < 900; each++) {
    const prefix = digits(9);
    if (rows.has(prefix)) continue;
    const change = new Date(now.getTime() + pick(-2, -1, 1, 2) * DAY_MS);
    const row = (): DeckRow => ({
      prefix,
      rate: formatMoney(price(9000), 4),
      fee: pick('0', '0.0150', '0.1000'),
      intervals: pick([60, 60], [30, 6], [1, 1], [20, 7]),
      blocked: next() < 0.05,
    });
    // One row without an end, one that ends, one that starts later, or one that another row follows.
    const [first, second] = [row(), row()];
    rows.set(
      prefix,
      pick<DeckRow[]>(
        [first],
        [{ ...first, validUntil: change }],
        [{ ...first, validFrom: change }],
        [
          { ...first, validUntil: change },
          { ...second, validFrom: change },
        ],
      ),
    );
  }
  return [...rows.values()].flat();
}

/** The row that applies, found by checking each: the valid one with the longest prefix. */
function plainRow(rows: Map<string, DeckRow[]>, number: string, at: Date): DeckRow | undefined {
  for (let length = number.length; length > 0; length--) {
    const row = rows
      .get(number.slice(0, length))
      ?.find(
        ({ validFrom, validUntil }) =>
          (!validFrom || validFrom.getTime() <= at.getTime()) && (!validUntil || validUntil.getTime() > at.getTime()),
      );
    if (row) return row;
  }
  return undefined;
}

interface Terms {
  rate: bigint;
  fee: bigint;
  intervals: readonly [number, number];
}

/** The cost of a call, counted second by second in sixtieths of 1/10,000 pound. */
function plainCost({ rate, fee, intervals }: Terms, seconds: number): bigint {
  if (seconds === 0) return 0n;
  let paid = intervals[0];
  while (paid < seconds) paid += intervals[1];
  let sixtieths = fee * 60n;
  for (let second = 0; second < paid; second++) sixtieths += rate;
  let units = sixtieths / 60n;
  while (units * 60n < sixtieths) units += 1n;
  return units;
}

const share = (text: string, percent: number): bigint => {
  const scaled = parseMoney(text) * BigInt(percent);
  return scaled / 100n + (scaled % 100n > 0n ? 1n : 0n);
};

test('calls cost what a plain reading of the decks says: longest prefix, dates, shares, intervals', async () => {
  const { db, clock } = app.deps;
  const now = clock.now();
  const open = anyRows(now).map((row) => ({ ...row, blocked: false }));
  const decks = [anyRows(now), anyRows(now), anyRows(now), anyRows(now), open] as const;
  const [standard, forResellers, chosen, ofOne, singles] = await Promise.all(
    decks.map((rows) => makeDeck(app, 'voice', rows)),
  );
  if (!standard || !forResellers || !chosen || !ofOne || !singles) throw new Error('a deck is missing');
  await sellBy(app, 'voice', standard, { resellerDeckId: forResellers, resellerPercent: 83 });
  const term = { resellerExpiresAt: new Date(now.getTime() + 30 * DAY_MS) };
  const direct = { ...anybody(now, null), role: 'user' as const };
  const reseller = { ...anybody(now, null), role: 'reseller' as const, ...term };
  const byPercent = anybody(now, reseller.id);
  const byPrice = anybody(now, reseller.id);
  const unlisted = anybody(now, reseller.id);
  const byDeck = anybody(now, reseller.id);
  const bySingles = anybody(now, reseller.id);
  const apart = { ...anybody(now, null), role: 'reseller' as const, ...term };
  const ofApart = anybody(now, apart.id);
  await db.insert(users).values([direct, reseller, byPercent, byPrice, unlisted, byDeck, apart, ofApart, bySingles]);
  const terms = {
    userId: apart.id,
    subject: 'voice',
    percent: 117,
    deckId: ofOne,
    setAt: now,
    setBy: apart.id,
  } as const;
  await db.insert(accountPrices).values({ ...terms, holdsFrom: now });
  await db.insert(priceLists).values([
    { userId: byPercent.id, voicePercent: 117, updatedAt: now },
    { userId: byPrice.id, voice: parseMoney('0.35'), updatedAt: now },
    { userId: byDeck.id, voiceDeckId: chosen, updatedAt: now },
    { userId: bySingles.id, voicePercent: 117, voiceDeckId: singles, updatedAt: now },
  ]);
  const all = [direct, reseller, byPercent, byPrice, unlisted, byDeck, apart, ofApart, bySingles];
  const people = all.map(({ id }) => id);
  const calls = Array.from({ length: CALLS }, () => ({
    who: random(people.length),
    number: digits(13),
    day: random(9) - 4,
  }));
  const rows = await db.execute<{ sold: boolean; terms: string }>(template`
    select p.sold, concat_ws(' ', (p.rate * 10000)::bigint, (p.fee * 10000)::bigint, (p.own_rate * 10000)::bigint,
      (p.own_fee * 10000)::bigint, p.first_interval, p.next_interval) as terms
    from unnest(string_to_array(${calls.map(({ number }) => number).join(',')}, ','),
      string_to_array(${calls.map(({ who }) => who + 1).join(',')}, ','),
      string_to_array(${calls.map(({ day }) => day).join(',')}, ',')) with ordinality as c (number, who, day, place)
    cross join lateral (select ${now.toISOString()}::timestamptz + c.day::integer * interval '24 hours' as at) m
    join (
      select w.place, d.* from unnest(array[${template.join(
        people.map((id) => template`${id}::uuid`),
        template`, `,
      )}]) with ordinality w (id, place)
      cross join lateral (${termsSql({
        userId: template`w.id`,
        service: 'voice',
        flat: flatVoice(template`0.10::numeric`),
        now: template`${now.toISOString()}::timestamptz`,
      })}) d
    ) terms on terms.place = c.who::integer
    cross join lateral (${priceSql(template`terms`, template`c.number`, template`m.at`)}) p
    order by c.place`);
  expect(rows.length).toBe(CALLS);
  const byPrefix = decks.map((each) => Map.groupBy(each, ({ prefix }) => prefix));
  let sold = 0;
  let soldByList = 0;
  let soldApart = 0;
  const disagreed = [];
  for (const [index, { who, number, day }] of calls.entries()) {
    const at = new Date(now.getTime() + day * DAY_MS);
    const [std, res, list, one, open] = byPrefix.map((each) => plainRow(each, number, at));
    const isApart = who === 6 || who === 7;
    const own = who === 0 || isApart ? std : res;
    const needed = who === 5 ? [std, own, list] : [std, own];
    const isSold = needed.every((row) => row && !row.blocked);
    const found = rows[index];
    if (isSold !== found?.sold) {
      disagreed.push({ number, day, who, isSold });
      continue;
    }
    if (!std || !own || !isSold) continue;
    sold += 1;
    if (who === 5) soldByList += 1;
    const intervals = own.intervals ?? [60, 60];
    const percent = who === 0 ? 100 : isApart ? 117 : 83;
    const shared = { rate: share(own.rate, percent), fee: share(own.fee ?? '0', percent), intervals };
    const single = isApart && one && !one.blocked ? one : null;
    if (single) soldApart += 1;
    const ownTerms = single ? { rate: parseMoney(single.rate), fee: parseMoney(single.fee ?? '0'), intervals } : shared;
    const asked: Terms =
      who < 2 || who === 6
        ? ownTerms
        : who === 2
          ? { rate: share(std.rate, 117), fee: share(std.fee ?? '0', 117), intervals }
          : who === 3
            ? { rate: 3500n, fee: 0n, intervals }
            : who === 8
              ? {
                  rate: open ? parseMoney(open.rate) : share(std.rate, 117),
                  fee: open ? parseMoney(open.fee ?? '0') : share(std.fee ?? '0', 117),
                  intervals,
                }
              : who === 5 && list
                ? { rate: parseMoney(list.rate), fee: parseMoney(list.fee ?? '0'), intervals }
                : { rate: share(std.rate, 100), fee: share(std.fee ?? '0', 100), intervals };
    const most = (one: bigint, other: bigint) => (one > other ? one : other);
    const least = (one: bigint, other: bigint) => (one < other ? one : other);
    // A reseller's customer pays at most ten times our price.
    const ours = { rate: parseMoney(std.rate), fee: parseMoney(std.fee ?? '0') };
    const capped =
      who < 2 || who === 6
        ? asked
        : {
            rate: least(asked.rate, ours.rate * 10n),
            fee: least(asked.fee, most(ours.rate, ours.fee) * 10n),
          };
    const terms = { rate: most(capped.rate, ownTerms.rate), fee: most(capped.fee, ownTerms.fee), intervals };
    const expected = [terms.rate, terms.fee, ownTerms.rate, ownTerms.fee, ...intervals].join(' ');
    if (expected !== found.terms) disagreed.push({ number, day, who, expected, found: found.terms });
  }
  expect(disagreed.slice(0, 5)).toEqual([]);
  expect(sold).toBeGreaterThan(CALLS / 10);
  expect(soldByList).toBeGreaterThan(CALLS / 100);
  expect(soldApart).toBeGreaterThan(CALLS / 100);
}, 60_000);

test('the program counts what seconds cost as by hand, and sets aside the next whole penny', () => {
  const disagreed = [];
  for (let each = 0; each < 5000; each++) {
    const intervals = pick<readonly [number, number]>([60, 60], [30, 6], [1, 1], [20, 7], [1, 60]);
    const terms = { rate: price(9000), fee: fromUnits(pick(0n, 150n, 1000n)), intervals };
    const of = { ...terms, firstInterval: intervals[0], nextInterval: intervals[1] };
    const seconds = random(400);
    const cost = callCost(of, seconds);
    if (cost !== plainCost(terms, seconds)) disagreed.push({ terms: expect.anything(), seconds, cost });
    const credit = creditFor(of, seconds);
    if (credit % 100n !== 0n || credit < cost || credit >= cost + 100n) disagreed.push({ cost, credit });
  }
  expect(disagreed).toEqual([]);
});
