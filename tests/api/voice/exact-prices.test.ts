import { priceLists } from '../../../db/schema/index.ts';
import { lookAfterCalls } from '../../../src/services/voice/background.ts';
import { balanceOf, credit, funded, type TestActor } from '../../kit/actors.ts';
import { makeDeck, sellBy, expectProblem, expectSoundBooks, forFile, makePair } from '../../kit/index.ts';
import { chance } from '../../kit/seed.ts';
import { newDestination, order, orderCall, passToAnswer, readCall, startVoiceApp, startBeside } from './calls.ts';
import { sendSandboxNews } from './news.ts';

/** Prices of four decimals are charged exactly: what is less than a penny waits for the next call. */

const app = await forFile(startVoiceApp());
const next = chance('calls at exact prices');
/** 1/10,000 pound. A reseller pays 80 % of it, 0.00904 rounded up to four decimals. */
const [OURS, RESELLERS, CUSTOMERS] = [113, 91, 127];
await sellBy(app, 'voice', await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.0113', intervals: [1, 1] }]), {
  resellerPercent: 80,
});

afterEach(() => expectSoundBooks(app));

/** Its calls end, each after so many seconds, all at once: half of the news reaches each of two processes. */
async function endAtOnce(person: TestActor, lasting: readonly number[], also = app): Promise<string[]> {
  const calls = await Promise.all(lasting.map(() => order(person, { destination: newDestination() })));
  await passToAnswer(app);
  const rows = await app.deps.sql<{ id: string; reference: string }[]>`
    select id, reference from sandbox_calls where reference = any(${calls.map(({ id }) => id)})`;
  await Promise.all(
    rows.map(({ id, reference }, index) =>
      sendSandboxNews(index % 2 === 0 ? app : also, [
        { id, reference, state: 'ended', end: 'completed', seconds: lasting[index] },
      ]),
    ),
  );
  await Promise.all([lookAfterCalls(app.deps), lookAfterCalls(also.deps)]);
  return calls.map(({ id }) => id);
}

/** By hand, in 1/10,000 pound. */
const exactly = (rate: number, seconds: number): number => Math.ceil((rate * seconds) / 60);
const sumOf = (rate: number, lasting: readonly number[]): number =>
  lasting.reduce((sum, seconds) => sum + exactly(rate, seconds), 0);
const pounds = (pennies: number): string => (pennies / 100).toFixed(2);

const remaindersOf = async ({ id }: TestActor) => {
  const [row] = await app.deps.sql<{ calls: number; supplier: number }[]>`
    select (call_remainder * 10000)::int as calls, (supplier_remainder * 10000)::int as supplier
    from users where id = ${id}`;
  return row;
};

test('fifty calls that end at once, and a random history after them, take the pennies of what they came to', async () => {
  await using second = await startBeside(app);
  const { reseller, customer } = await makePair(app);
  const voiceDeckId = await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.0127' }]);
  await app.deps.db.insert(priceLists).values({ userId: reseller.id, voiceDeckId, updatedAt: app.clock.now() });
  await credit(app, customer, '100.00');
  const direct = await funded(app, '100.00');
  for (const [person, rate] of [
    [direct, OURS],
    [customer, CUSTOMERS],
  ] as const) {
    // The reseller's penny of the second one comes due before the customer's.
    const lasted = [48, 28];
    for (const seconds of lasted) await endAtOnce(person, [seconds]);
    for (const many of [person === direct ? 50 : 12, 1, 3, 1, 7, 2]) {
      const lasting = Array.from({ length: many }, () => Math.floor(next() * 200));
      await endAtOnce(person, lasting, second);
      lasted.push(...lasting);
      const sum = sumOf(rate, lasted);
      expect(await balanceOf(person)).toBe(pounds(10_000 - Math.floor(sum / 100)));
      expect((await remaindersOf(person))?.calls).toBe(sum % 100);
    }
    if (person !== customer) continue;
    // Never more than what is above the reseller's price; a penny of ours may still wait for one of the customer's.
    const [{ margin } = { margin: -1 }] = await app.deps.sql<{ margin: number }[]>`
      select (sum(amount) * 100)::int as margin from margin_earnings where customer_id = ${customer.id}`;
    const paid = sumOf(RESELLERS, lasted);
    const left = (await remaindersOf(customer))?.supplier ?? -1;
    expect(left).toBeLessThan(200);
    expect(margin * 100).toBe(sumOf(CUSTOMERS, lasted) - (sumOf(CUSTOMERS, lasted) % 100) - (paid - left));
    const [{ least } = { least: -1 }] = await app.deps.sql<{ least: number }[]>`
      select min(amount)::float as least from margin_earnings where customer_id = ${customer.id}`;
    expect(least, 'no call takes a margin back').toBeGreaterThan(0);
  }
});

test('halves of a penny make one, and the row of a call keeps what it came to', async () => {
  const deck = await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.0050' }]);
  await sellBy(app, 'voice', deck);
  // One minute of half a penny takes a penny at most: that much has to be there.
  const person = await funded(app, '0.01');
  const [first = ''] = await endAtOnce(person, [60]);
  expect(await readCall(person, first)).toMatchObject({
    ...{ cost: '0.0100', actualCost: '0.0000', exactCost: '0.0050' },
    ...{ billedMinutes: 1, ratePerMinute: '0.0050' },
  });
  expect(await balanceOf(person)).toBe('0.01');
  const [last = ''] = await endAtOnce(person, [60]);
  expect(await readCall(person, last)).toMatchObject({ actualCost: '0.0100', exactCost: '0.0050' });
  expect(await balanceOf(person)).toBe('0.00');
  expect(await remaindersOf(person)).toEqual({ calls: 0, supplier: 0 });
  await expectProblem(await orderCall(person), 'insufficient_credits');
  const file = await (await person.as(`/api/users/${person.id}/voice.csv`)).text();
  expect(file.split('\n').filter((line) => line.includes('0.0100,0.0000,0.0050'))).toHaveLength(1);
});

test('a call takes what was set aside for it and not a penny more, whatever calls before left', async () => {
  const deck = await makeDeck(app, 'voice', [{ prefix: '44', rate: '0.0099', intervals: [60, 60] }]);
  await sellBy(app, 'voice', deck);
  const person = await funded(app, '0.02');
  await endAtOnce(person, [60]);
  expect(await remaindersOf(person)).toMatchObject({ calls: 99 });
  // With 0.0099 before it this minute comes to 0.0198.
  const [id = ''] = await endAtOnce(person, [60]);
  expect(await readCall(person, id)).toMatchObject({ actualCost: '0.0100' });
  expect(await balanceOf(person)).toBe('0.01');
});
