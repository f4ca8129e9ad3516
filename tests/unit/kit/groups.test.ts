import { Groups } from '../../../src/platform/kit/groups.ts';

/** Single items are done in groups. */

/** However busy the machine is, nothing waits as long as this. */
const LONG_MS = 600_000;

/** Groups whose work ends when the test says so. */
function held(patienceMs = LONG_MS) {
  const groups = new Groups<string>(patienceMs);
  const begun: string[][] = [];
  const ends: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const work = async (group: readonly string[]) => {
    begun.push([...group]);
    waiting.shift()?.();
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.push(resolve);
    await promise;
  };
  return {
    begun,
    add: (item: string, key = item) => groups.add(item, key, work),
    /** The next group begins. */
    begins: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      return promise;
    },
    /** The oldest group that is under way ends. */
    end: () => ends.shift()?.(),
  };
}

test('one alone is done at once; those that come meanwhile are done together, in their order', async () => {
  const { add, begun, begins, end } = held();
  const all = ['a', 'b', 'c', 'd'].map((item) => add(item));
  expect(begun).toEqual([['a']]);
  const next = begins();
  end();
  await next;
  expect(begun).toEqual([['a'], ['b', 'c', 'd']]);
  end();
  await Promise.all(all);
});

test('a group is as large as 100, and another one begins when enough wait for it', async () => {
  const { add, begun, begins, end } = held();
  const all = Array.from({ length: 26 }, (_, each) => add(`early ${each}`));
  expect(begun.map(({ length }) => length)).toEqual([1, 25]);
  all.push(...Array.from({ length: 50 }, (_, each) => add(`later ${each}`)));
  expect(begun.map(({ length }) => length)).toEqual([1, 25, 25, 25]);
  // Four are under way: the others wait.
  all.push(...Array.from({ length: 125 }, (_, each) => add(`last ${each}`)));
  expect(begun).toHaveLength(4);
  const next = begins();
  end();
  await next;
  expect(begun.at(-1)).toHaveLength(100);
  const last = begins();
  end();
  await last;
  expect(begun.at(-1)).toHaveLength(25);
  for (const _ of begun) end();
  await Promise.all(all);
});

test('a group that does not end holds up nobody else, but those with the same key', async () => {
  const { add, begun, begins, end } = held(1);
  const all = [add('a', 'one')];
  const second = begins();
  all.push(add('b', 'one'), add('c', 'two'));
  await second;
  expect(begun).toEqual([['a'], ['c']]);
  const next = begins();
  end();
  await next;
  expect(begun.at(-1)).toEqual(['b']);
  end();
  end();
  await Promise.all(all);
});

test('a faulty one fails alone, and those with one key keep their order', async () => {
  const groups = new Groups<string>(LONG_MS);
  const begun: string[][] = [];
  const add = (item: string, key = item) =>
    groups.add(item, key, async (group) => {
      begun.push([...group]);
      await Promise.resolve();
      if (group.includes('faulty')) throw new Error(`${group.length} with a faulty one`);
    });
  const results = await Promise.allSettled([
    ...[add('first'), add('a', 'one'), add('b', 'two')],
    ...[add('faulty', 'one'), add('c', 'one')],
  ]);
  const refused = results.map(({ status }) => status === 'rejected');
  expect(refused).toEqual([false, false, false, true, false]);
  expect(results[3]).toMatchObject({ reason: { message: '1 with a faulty one' } });
  const [first, together, ...alone] = begun;
  expect([first, together]).toEqual([['first'], ['a', 'b', 'faulty', 'c']]);
  expect(alone.map(([item]) => item).filter((item) => item !== 'b')).toEqual(['a', 'faulty', 'c']);
});
