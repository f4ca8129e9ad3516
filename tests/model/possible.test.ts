import { payMargins, placeCalls } from './apply.ts';
import { beginning, type Operation } from './model.ts';
import { afterChore, type Answered, afterwards, type Possible, type Standing } from './possible.ts';

const PRICES = { direct: 5, reseller: 4, customer: 5 };
const begin = (credits: number): Possible => {
  const model = beginning({ sms: PRICES, minute: PRICES, month: PRICES });
  model.accounts.direct.credits = credits;
  return [model];
};

const answer = (operation: Operation, status: number, id: string): Answered => ({
  operation,
  subject: { id, who: 'direct' },
  status,
  id,
});
const call = (id: string) => answer({ do: 'call', who: 'direct' }, 201, id);
const end = (id: string, seconds: number) => answer({ do: 'call ends', of: 0, seconds }, 204, id);
const send = (id: string) => answer({ do: 'send', who: 'direct', good: 1, bad: 0, scheduled: true }, 201, id);
const untouched: Standing = [0, 0, 0, null, null, false];
const has = (credits: number, spent: number) => ({
  direct: [credits, 0, spent, null, null, false] satisfies Standing,
  reseller: untouched,
  customer: untouched,
});

test('either of two calls at once may have got all its minutes, until one ends', () => {
  const both = afterwards(begin(350), [call('one'), call('two')], has(0, 350));
  const placed = afterChore(both, placeCalls, has(0, 350));
  for (const id of ['one', 'two']) {
    expect(afterwards(placed, [end(id, 660)], has(245, 105))).toHaveLength(1);
    expect(afterwards(placed, [end(id, 660)], has(0, 350))).toHaveLength(1);
    expect(() => afterwards(placed, [end(id, 660)], has(1, 349))).toThrow('no order gives');
  }
});

test('things that were made at once are the same in either order', () => {
  expect(afterwards(begin(100), [send('one'), send('two')], has(90, 10))).toHaveLength(1);
});

test('a hang-up beside a suspension is refused, or finds its call ended; after it, it is refused', () => {
  const calling = afterwards(begin(300), [call('one')], has(0, 300));
  const suspend = answer({ do: 'suspend' }, 200, '');
  const hangUp = (status: number) => answer({ do: 'hang up', of: 0 }, status, 'one');
  const suspended = { ...has(300, 0), direct: [300, 0, 0, null, null, true] satisfies Standing };
  for (const status of [200, 403, 409]) {
    expect(afterwards(calling, [suspend, hangUp(status)], suspended)).toHaveLength(1);
  }
  const later = afterwards(calling, [suspend], suspended);
  expect(() => afterwards(later, [hangUp(409)], suspended)).toThrow('no order gives');
});

test('accounts that no state has are a fault', () => {
  expect(() => afterChore(begin(100), payMargins, has(99, 0))).toThrow('expected');
});
