import type { RouteOrder } from '../../../db/enums.ts';
import { type Candidate, orderRoutes } from '../../../src/carriers/routing/order-routes.ts';
import { chance } from '../../kit/seed.ts';

const random = chance('shares of the traffic');
const newId = () => `${random()} ${random()}`;
const route = (carrier: string, cost = 0n, outcomes = ''): Candidate => ({ carrier, cost, outcomes });

interface Setting {
  shares: Record<string, number>;
  by?: RouteOrder;
  down?: readonly string[];
  id?: string;
  plan?: readonly Record<string, number>[];
}

const order = (routes: readonly Candidate[], { shares, by = 'fixed', down = [], id = newId(), plan = [] }: Setting) =>
  orderRoutes(routes, {
    ...{ by, id, preferred: ['a', 'b', 'c'] },
    ...{ down: new Set(down), shares: new Map(Object.entries(shares)) },
    plan: plan.map((step) => new Map(Object.entries(step))),
  });

const names = (routes: readonly Candidate[]) => routes.map(({ carrier }) => carrier).join('');

/** How many of some messages each carrier gets. */
function divide(count: number, routes: readonly Candidate[], setting: Setting): Record<string, number> {
  const got: Record<string, number> = {};
  for (let each = 0; each < count; each += 1) {
    const first = order(routes, { ...setting, id: newId() })[0]?.carrier ?? '';
    got[first] = (got[first] ?? 0) + 1;
  }
  return got;
}

const ALL = [route('a'), route('b'), route('c')];

test('whatever the shares are, what each carrier gets comes near to its own', () => {
  for (let round = 0; round < 10; round += 1) {
    const share = () => 1 + Math.floor(random() * 1000);
    const shares: Record<string, number> = { a: share(), b: share(), c: share() };
    const whole = Object.values(shares).reduce((sum, each) => sum + each, 0);
    const count = 3000;
    const got = divide(count, ALL, { shares });
    for (const [carrier, own] of Object.entries(shares)) {
      const part = own / whole;
      // Seven standard deviations: one run of a hundred thousand million is further away.
      const tolerance = 7 * Math.sqrt(count * part * (1 - part)) + 1;
      expect(Math.abs((got[carrier] ?? 0) - count * part)).toBeLessThanOrEqual(tolerance);
    }
  }
});

test('a message keeps its carrier, and where one is missing only what it had goes to others', () => {
  const shares = { a: 50, b: 30, c: 20 };
  for (let each = 0; each < 500; each += 1) {
    const id = newId();
    const [first] = order(ALL, { shares, id });
    expect(first?.by).toBe('share');
    expect(order(ALL.toReversed(), { shares, id })[0]?.carrier).toBe(first?.carrier);
    const without = ALL.filter(({ carrier }) => carrier !== 'c');
    const [next] = order(without, { shares, id });
    if (first?.carrier === 'c') expect(next?.carrier).toMatch(/[ab]/);
    else expect(next?.carrier).toBe(first?.carrier);
    expect(order(ALL, { shares, id, down: ['c'] })[0]?.carrier).toBe(next?.carrier);
  }
});

test('a carrier with a share of zero or with none gets nothing while others are well, and all as the last one', () => {
  const either: Record<string, number>[] = [
    { a: 0, b: 70, c: 30 },
    { b: 70, c: 30 },
  ];
  for (const shares of either) {
    expect(Object.keys(divide(200, ALL, { shares })).toSorted()).toEqual(['b', 'c']);
    // Both carriers with a share are down: it comes before them.
    expect(names(order(ALL, { shares, down: ['b', 'c'] }))[0]).toBe('a');
    expect(divide(50, ALL, { shares, down: ['b'] })).toEqual({ c: 50 });
    expect(divide(50, [route('a')], { shares })).toEqual({ a: 50 });
  }
  // A healthy carrier with a share of zero comes after all other healthy ones and before all unhealthy ones.
  expect(names(order(ALL, { shares: { a: 0, b: 0, c: 1 }, down: ['a'] }))).toBe('cba');
});

test('the cheapest, and those that deliver about as much as the best, share it; dearer and worse ones follow', () => {
  const shares = { a: 50, b: 50, c: 1000 };
  const priced = [route('a', 10n), route('b', 10n), route('c', 11n)];
  expect(Object.keys(divide(100, priced, { shares, by: 'cheapest' })).toSorted()).toEqual(['a', 'b']);
  expect(names(order(priced, { shares, by: 'cheapest' }))[2]).toBe('c');
  const outcomes = (good: number) => '1'.repeat(good) + '0'.repeat(100 - good);
  const tried = [route('a', 0n, outcomes(95)), route('b', 0n, outcomes(90)), route('c', 0n, outcomes(89))];
  expect(Object.keys(divide(100, tried, { shares, by: 'delivered' })).toSorted()).toEqual(['a', 'b']);
  // The cheapest has no share: then the next one is the cheapest that counts.
  expect(divide(50, priced, { shares: { a: 0, b: 0, c: 1 }, by: 'cheapest' })).toEqual({ c: 50 });
});

test('without shares the order alone decides, and says so', () => {
  expect(order(ALL, { shares: {}, down: ['a'] }).map(({ carrier, by }) => [carrier, by])).toEqual([
    ['a', 'fixed'],
    ['b', 'fixed'],
    ['c', 'fixed'],
  ]);
  // If one carrier gets all messages, there is no choice.
  expect(order(ALL, { shares: { b: 10 } }).map(({ carrier, by }) => [carrier, by])).toEqual([
    ['b', 'fixed'],
    ['a', 'fixed'],
    ['c', 'fixed'],
  ]);
});

test('a plan goes step by step, and who is down or not in it comes later', () => {
  const plan: Record<string, number>[] = [{ c: 1 }, { b: 1 }];
  const of = (setting: Partial<Setting>) => order(ALL, { shares: {}, plan, ...setting });
  expect(of({}).map(({ carrier, by }) => [carrier, by])).toEqual([
    ['c', 'plan'],
    ['b', 'plan'],
    ['a', 'fixed'],
  ]);
  expect(names(of({ down: ['c'] }))).toBe('bac');
  // Neither prices nor shares of all the traffic count in it.
  const cheap = [route('a', 3n), route('b', 2n), route('c', 9n)];
  expect(names(order(cheap, { shares: { a: 9 }, by: 'cheapest', plan }))).toBe('cba');
  expect(names(order(cheap, { shares: {}, by: 'cheapest', plan: [{ a: 1 }] }))).toBe('abc');
});

test('the carriers of a step share it, and the next one gets nothing meanwhile', () => {
  const plan: Record<string, number>[] = [{ a: 30, b: 70 }, { c: 1 }];
  const got = divide(2000, ALL, { shares: { c: 9 }, plan });
  expect(got.c).toBeUndefined();
  expect(Math.abs((got.a ?? 0) - 600)).toBeLessThan(7 * Math.sqrt(2000 * 0.3 * 0.7));
});
