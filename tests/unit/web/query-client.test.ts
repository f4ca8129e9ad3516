import {
  environmentManager,
  focusManager,
  MutationObserver,
  onlineManager,
  QueryObserver,
} from '@tanstack/react-query';
import { createTransaction } from '../../../src/money/payments/contract.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { call } from '../../../web/lib/call.ts';
import { queryClient } from '../../../web/lib/query-client.ts';

/**
 * The specification, section 7: data never becomes stale by time; there is no refetch on window focus, no polling, and
 * no automatic retry, neither of what is read nor of what is done.
 */

const KEY = ['api', 'users', 'me', 'stats'];
const actualFetch = globalThis.fetch;
let answer: () => Response;
let asked: string[];

// It runs as in a browser, below the application's root: elsewhere nothing is polled, and nobody listens to focus and network.
environmentManager.setIsServer(() => false);
queryClient.mount();
afterAll(() => {
  queryClient.unmount();
  environmentManager.setIsServer(() => true);
});
beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  answer = () => Response.json({ credits: '5.00' });
  const fetch = (path: string | URL | Request) => {
    asked.push(String(path));
    return Promise.resolve(answer());
  };
  globalThis.fetch = Object.assign(fetch, { preconnect: actualFetch.preconnect });
});
afterEach(() => {
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  queryClient.clear();
  jest.useRealTimers();
  globalThis.fetch = actualFetch;
});

/** Waits for immediate work: some of it runs in a later turn of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    jest.advanceTimersByTime(1);
    await Promise.resolve();
  }
}

/** Shows a query until it has succeeded or failed. @returns a function that removes it from the screen */
async function show(): Promise<() => void> {
  const stop = new QueryObserver(queryClient, { queryKey: KEY }).subscribe(() => undefined);
  await settle();
  return stop;
}

/** The person goes to another window and comes back, the network goes and comes back, and an hour passes. */
async function comeBackLater(): Promise<void> {
  focusManager.setFocused(false);
  onlineManager.setOnline(false);
  jest.advanceTimersByTime(HOUR_MS);
  onlineManager.setOnline(true);
  focusManager.setFocused(true);
  jest.advanceTimersByTime(HOUR_MS);
  await settle();
}

test.each([
  ['that was read', () => Response.json({ credits: '5.00' }), 'success'],
  ['that could not be read', () => new Response('busy', { status: 503 }), 'error'],
] as const)('data on the screen %s is asked for once', async (_what, given, status) => {
  answer = given;
  const stop = await show();
  expect(queryClient.getQueryState(KEY)).toMatchObject({ status, fetchStatus: 'idle' });
  await comeBackLater();
  expect(asked).toEqual(['/api/users/me/stats']);
  stop();
});

test('the next screen shows what was read an hour ago without asking', async () => {
  const stopFirst = await show();
  jest.advanceTimersByTime(HOUR_MS);
  const again = new QueryObserver(queryClient, { queryKey: KEY });
  const stop = again.subscribe(() => undefined);
  expect(again.getCurrentResult()).toMatchObject({ status: 'success', isFetching: false, isStale: false });
  expect(asked).toHaveLength(1);
  stop();
  stopFirst();
});

test('a failed change is not done again by itself, and not later where there was no network', async () => {
  answer = () => new Response('busy', { status: 503 });
  onlineManager.setOnline(false);
  const observer = new MutationObserver(queryClient, {
    mutationFn: () =>
      call(createTransaction, {
        params: { id: '0199a3d0-0000-7000-8000-000000000001' },
        body: { type: 'reseller_package', resellerPackage: 'monthly' },
      }),
  });
  const outcome = observer.mutate().catch((error: unknown) => error);
  await settle();
  expect(asked).toHaveLength(1);
  expect(await outcome).toMatchObject({ message: '503: busy' });
  await comeBackLater();
  expect(asked).toHaveLength(1);
});
