import type { User } from '../../../src/callers/contract.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { type PendingPayment, type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import type { CarrierStatus } from '../../../src/carriers/contract.ts';
import { voiceCall } from '../../../src/services/voice/contract.ts';
import { liveHandlers } from '../../../web/lib/live-handlers.ts';
import type { LoadedPages } from '../../../web/lib/list-cache.ts';
import { queryClient } from '../../../web/lib/query-client.ts';
import { queryKeys } from '../../../web/lib/reads.ts';
import { useSession } from '../../../web/state/session.ts';
import { useToasts } from '../../../web/ui/toast-store.ts';
import { example } from '../../kit/example.ts';
import { ADA } from './ada.ts';

const at = '2026-01-02T03:04:05.000Z';
const ME = '0199a3d0-0000-7000-8000-000000000001';
const OTHER = '0199a3d0-0000-7000-8000-000000000002';
const PAYMENT = '0199a3d0-0000-7000-8000-00000000000a';
const EARLIER = '0199a3d0-0000-7000-8000-00000000000b';
const user: User = { ...ADA, id: ME };

const payment = (id: string): Transaction =>
  example(transaction, { id, userId: ME, status: 'pending', transactionHash: null, reason: null });

const queued = (id: string): PendingPayment => ({
  ...payment(id),
  user: { id: ME, email: user.email, fullName: user.fullName },
  ...{ approval: null, verdict: null, taken: null },
});

const handlers = liveHandlers(ME);
const creditsShown = () => useSession.getState().user?.credits;

/** The content of a list that was read, all on one page. */
const setRows = (queryKey: readonly unknown[], rows: readonly object[]) =>
  queryClient.setQueryData(queryKey, { pages: [{ rows, next: null }], pageParams: [undefined] });
const rowsOf = (queryKey: readonly unknown[]): unknown[] | undefined =>
  queryClient.getQueryData<LoadedPages<unknown>>(queryKey)?.pages.flatMap(({ rows }) => rows);

const transactions = () =>
  queryClient.getQueryData<LoadedPages<Transaction>>(queryKeys.transactions(ME))?.pages.flatMap(({ rows }) => rows) ??
  [];
const queueIds = () =>
  queryClient
    .getQueryData<LoadedPages<PendingPayment>>(queryKeys.pendingPayments)
    ?.pages.flatMap(({ rows }) => rows.map(({ id }) => id));

beforeEach(() => {
  useSession.setState({ user, isAuthenticated: true });
  useToasts.setState({ current: null });
  queryClient.setQueryData(queryKeys.user(ME), user);
  setRows(queryKeys.transactions(ME), [payment(PAYMENT), payment(EARLIER)]);
  setRows(queryKeys.pendingPayments, [queued(PAYMENT), queued(EARLIER)]);
});

afterEach(() => {
  useSession.setState({ user: null, isAuthenticated: false });
  queryClient.clear();
});

describe('balance', () => {
  test('changes the session and the cached user', () => {
    handlers.balance({ at, userId: ME, credits: '42.00', reason: 'sms_charge' });
    expect(creditsShown()).toBe('42.00');
    expect(queryClient.getQueryData<User>(queryKeys.user(ME))?.credits).toBe('42.00');
  });

  test("changes nothing if it is somebody else's", () => {
    handlers.balance({ at, userId: OTHER, credits: '42.00', reason: 'sms_charge' });
    expect(creditsShown()).toBe('5.00');
  });
});

describe('payment-submitted', () => {
  test('puts the payment at the end of the queue, which is oldest first, once', () => {
    const submitted = queued('0199a3d0-0000-7000-8000-00000000000c');
    handlers['payment-submitted']({ ...submitted, at });
    handlers['payment-submitted']({ ...submitted, at });
    expect(queueIds()).toEqual([PAYMENT, EARLIER, submitted.id]);
  });

  test('does not begin a queue that was never read', () => {
    queryClient.removeQueries({ queryKey: queryKeys.pendingPayments });
    handlers['payment-submitted']({ ...queued(PAYMENT), at });
    expect(queueIds()).toBeUndefined();
  });
});

describe('payment-verified', () => {
  const verified = { at, transactionId: PAYMENT, amount: '100.00', credits: '105.00', transactionHash: 'ab' };
  const credit = { ...verified, type: 'credit_purchase', amountDue: '100.00', settlesTransactionId: null } as const;

  test('marks the transaction, shows the balance, says so and leaves the queue', () => {
    handlers['payment-verified']({ ...credit, userId: ME });
    expect(transactions().map(({ status }) => status)).toEqual(['verified', 'pending']);
    expect(transactions()[0]?.transactionHash).toBe('ab');
    expect(creditsShown()).toBe('105.00');
    expect(queueIds()).toEqual([EARLIER]);
    expect(useToasts.getState().current).toMatchObject({ title: 'Payment Verified', variant: 'default' });
  });

  test("leaves an administrator’s own balance alone if it is a customer's", () => {
    handlers['payment-verified']({ ...credit, userId: OTHER });
    expect(queueIds()).toEqual([EARLIER]);
    expect(creditsShown()).toBe('5.00');
    expect(useToasts.getState().current).toBeNull();
  });
});

test('payment-rejected marks the transaction as failed with its reason', () => {
  handlers['payment-rejected']({
    at,
    transactionId: PAYMENT,
    userId: ME,
    reason: 'Nothing arrived',
    reasonWording: null,
  });
  expect(transactions()[0]).toMatchObject({ status: 'failed', reason: 'Nothing arrived', reasonWording: null });
  expect(queueIds()).toEqual([EARLIER]);
  expect(useToasts.getState().current?.description).toContain('Nothing arrived');
});

test('payment-rejected of a payment that was made in another tab reads the list again', async () => {
  // An account of its own: what other tests left to be read again names theirs.
  const other = 'f1d1c0de-0000-7000-8000-00000000000f';
  setRows(queryKeys.transactions(other), [payment(EARLIER)]);
  const invalidated = new Promise<void>((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(({ query }) => {
      if (!query.queryKey.includes(other) || !query.state.isInvalidated) return;
      stop();
      resolve();
    });
  });
  liveHandlers(other)['payment-rejected']({
    at,
    transactionId: PAYMENT,
    userId: other,
    reason: null,
    reasonWording: null,
  });
  await invalidated;
  expect(rowsOf(queryKeys.transactions(other))).toHaveLength(1);
});

test('call-status changes the call it names, and leaves the others', () => {
  const handlers = liveHandlers(ME);
  const call = (id: string) => example(voiceCall, { id, userId: ME, status: 'ringing', duration: 0 });
  setRows(queryKeys.calls(ME), [call(PAYMENT), call(EARLIER)]);
  const { callDetails: _details, ...event } = call(EARLIER);
  handlers['call-status']({ ...event, at, status: 'completed', duration: 61, actualCost: '0.2000' });
  expect(rowsOf(queryKeys.calls(ME))).toEqual([
    call(PAYMENT),
    { ...call(EARLIER), status: 'completed', duration: 61, actualCost: '0.2000' },
  ]);
});

test('message-status changes the message and only the recipients it names', () => {
  const recipient = { number: '+441', status: 'sent', cost: '0.0300', error: null } as const;
  const first = { ...recipient, messageId: PAYMENT };
  const second = { ...recipient, messageId: EARLIER, number: '+442' };
  const { inReview: _inReview, ...message } = example(smsMessage, {
    ...{ id: OTHER, status: 'sending', recipientCount: 2, messageDetails: { recipients: [first, second] } },
    counts: { queued: 0, sent: 2, delivered: 0, failed: 0, unknown: 0, optedOut: 0 },
  });
  setRows(queryKeys.sms(ME), [message]);
  const counts = { ...message.counts, sent: 1, failed: 1 };
  const refused = { ...second, status: 'failed', cost: '0.0000', error: 'Refused' } as const;
  handlers['message-status']({
    at,
    id: OTHER,
    status: 'partial',
    actualCost: '0.0300',
    provider: 'sandbox',
    counts,
    recipients: [refused],
  });
  expect(rowsOf(queryKeys.sms(ME))).toEqual([
    {
      ...message,
      status: 'partial',
      actualCost: '0.0300',
      provider: 'sandbox',
      counts,
      messageDetails: { recipients: [first, refused] },
    },
  ]);
});

test('provider-switch changes the active provider', () => {
  const status = { activeProvider: 'a', providers: ['a', 'b'], health: { a: false, b: true } };
  queryClient.setQueryData<CarrierStatus>(queryKeys.carriers, status);
  handlers['provider-switch']({ at, from: 'a', to: 'b', reason: 'failover' });
  expect(queryClient.getQueryData<CarrierStatus>(queryKeys.carriers)?.activeProvider).toBe('b');
});

describe('user-status', () => {
  test('suspended signs its owner out and says why', () => {
    handlers['user-status']({ at, userId: ME, status: 'suspended' });
    expect(useSession.getState()).toMatchObject({ user: null, isAuthenticated: false });
    expect(useToasts.getState().current?.title).toBe('Account suspended');
  });

  test.each([
    [OTHER, 'suspended'],
    [ME, 'active'],
  ] as const)('for %s %s signs nobody out', (userId, status) => {
    handlers['user-status']({ at, userId, status });
    expect(useSession.getState().isAuthenticated).toBe(true);
  });
});
