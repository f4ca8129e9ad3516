import { QueryObserver } from '@tanstack/react-query';
import { invalidate } from '../../../web/lib/reads.ts';
import { removeRows } from '../../../web/lib/list-cache.ts';
import { queryClient } from '../../../web/lib/query-client.ts';

/** A change is announced during a request: the answer may be older than the change. */

const KEY = ['api', 'things'];

afterEach(() => queryClient.clear());

/** Something on the screen whose readings the test answers, one after the other. */
function shown<Data>(first?: Data) {
  if (first !== undefined) queryClient.setQueryData(KEY, first);
  const asked: PromiseWithResolvers<Data>[] = [];
  const asks: (() => void)[] = [];
  const observer = new QueryObserver<Data>(queryClient, {
    queryKey: KEY,
    queryFn: () => {
      const answer = Promise.withResolvers<Data>();
      asked.push(answer);
      for (const tell of asks.splice(0)) tell();
      return answer.promise;
    },
  });
  const stop = observer.subscribe(() => undefined);
  /** The reading that comes after so many others. */
  const reading = async (place: number): Promise<PromiseWithResolvers<Data>> => {
    for (;;) {
      const found = asked[place];
      if (found) return found;
      await new Promise<void>((resolve) => asks.push(resolve));
    }
  };
  return { reading, stop, data: () => queryClient.getQueryData<Data>(KEY) };
}

test('a list that is being read for the first time is read once more', async () => {
  const { reading, stop, data } = shown<string>();
  const first = await reading(0);
  void invalidate({ queryKey: KEY });
  first.resolve('from before');
  const second = await reading(1);
  second.resolve('from after');
  await second.promise;
  await queryClient.getQueryCache().find({ queryKey: KEY })?.promise;
  expect(data()).toBe('from after');
  stop();
});

test('also where the first reading fails', async () => {
  const { reading, stop } = shown<string>();
  const first = await reading(0);
  void invalidate({ queryKey: KEY });
  first.reject(new Error('the connection is gone'));
  expect(await reading(1)).toBeDefined();
  stop();
});

test('a row that is taken out while its list is read again does not come back', async () => {
  const page = (...ids: string[]) => ({ pages: [{ rows: ids.map((id) => ({ id })), next: null }], pageParams: [] });
  const { reading, stop, data } = shown(page('one', 'two'));
  void queryClient.invalidateQueries({ queryKey: KEY });
  const old = await reading(0);
  removeRows(KEY, 'one');
  old.resolve(page('one', 'two'));
  const after = await reading(1);
  after.resolve(page('two'));
  await after.promise;
  await queryClient.getQueryCache().find({ queryKey: KEY })?.promise;
  expect(data()?.pages[0]?.rows).toEqual([{ id: 'two' }]);
  stop();
});
