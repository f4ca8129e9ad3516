import { liveHandlers } from '../../../web/lib/live-handlers.ts';
import { queryClient } from '../../../web/lib/query-client.ts';
import { queryKeys } from '../../../web/lib/reads.ts';

// Accounts of its own: what other tests left to be read again names theirs.
const RESELLER = 'c0ffee00-0000-7000-8000-000000000001';
const OTHER = 'c0ffee00-0000-7000-8000-000000000002';
const at = '2026-01-02T03:04:05.000Z';

afterEach(() => queryClient.clear());

test('a change of a customer is read again in the list, its searches, spend and margins', async () => {
  const list = [...queryKeys.customers(RESELLER), 'list', { search: 'grace' }];
  const margins = queryKeys.margins(RESELLER);
  const foreign = queryKeys.customers(OTHER);
  for (const key of [list, margins, foreign]) queryClient.setQueryData(key, []);
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  const told = new Promise<void>((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!isStale(list) && !isStale(margins)) return;
      stop();
      // Everything that one event names is marked at once.
      queueMicrotask(resolve);
    });
  });
  liveHandlers(RESELLER)['customers-changed']({ at, userId: RESELLER, customerId: OTHER });
  await told;
  expect([list, margins, foreign].map(isStale)).toEqual([true, true, false]);
});
