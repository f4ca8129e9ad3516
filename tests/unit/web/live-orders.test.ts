import { liveHandlers } from '../../../web/lib/live-handlers.ts';
import { queryClient } from '../../../web/lib/query-client.ts';
import { invalidateSoon, queryKeys } from '../../../web/lib/reads.ts';

/** The screens read these again when an order has changed elsewhere. */

const at = '2026-01-02T03:04:05.000Z';
const ME = '0199a3d0-0000-7000-8000-000000000001';
const OTHER = '0199a3d0-0000-7000-8000-000000000002';
const PAYMENT = '0199a3d0-0000-7000-8000-00000000000a';
const handlers = liveHandlers(ME);

afterEach(() => queryClient.clear());

describe('order-changed', () => {
  const read = (...keys: (readonly unknown[])[]) => keys.forEach((key) => queryClient.setQueryData(key, []));
  const stale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;
  const settled = (key: readonly unknown[]) =>
    new Promise<void>((resolve) => {
      const stop = queryClient.getQueryCache().subscribe(() => {
        if (!stale(key)) return;
        stop();
        resolve();
      });
    });
  // Waits until the events of an earlier test have been handled.
  beforeEach(async () => {
    read(queryKeys.adminStats);
    invalidateSoon(queryKeys.adminStats);
    await settled(queryKeys.adminStats);
  });

  test.each([
    ['a new price', 'pending'],
    ['its end', 'failed'],
  ] as const)('%s shows in orders, trunks, transactions and activity', async (_what, status) => {
    const { orders, trunks, adminActivity, numbers } = queryKeys;
    const shown = [orders(ME), trunks(ME), queryKeys.transactions(ME), adminActivity];
    read(...shown, numbers(ME), orders(OTHER));
    handlers['order-changed']({ at, transactionId: PAYMENT, userId: ME, status, amount: '12.00' });
    await settled(adminActivity);
    expect(shown.map(stale)).toEqual([true, true, true, true]);
    expect([numbers(ME), orders(OTHER)].map(stale)).toEqual([false, false]);
  });

  test("shows a customer's order on an administrator’s screen of that customer", async () => {
    const { orders, transactions: list } = queryKeys;
    read(orders(ME), orders(OTHER), list(OTHER));
    handlers['order-changed']({ at, transactionId: PAYMENT, userId: OTHER, status: 'failed', amount: '12.00' });
    await settled(orders(OTHER));
    expect([orders(OTHER), list(OTHER), orders(ME)].map(stale)).toEqual([true, true, false]);
  });
});
