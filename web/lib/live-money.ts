import { reasonText } from './wording-text.ts';
import { t } from './i18n.ts';
import { useSession } from '../state/session.ts';
import { formatPounds } from '../ui/values.tsx';
import { toast, toastFailure } from '../ui/toast.tsx';
import type { Transaction } from '../../src/money/payments/contract.ts';
import { addLatest, changeRow, removeRows } from './list-cache.ts';
import type { LiveEvent, LiveHandlers } from './live-events.ts';
import { changeKnown } from './query-client.ts';
import { invalidateSoon, queryKeys } from './reads.ts';

/** The changes that events of balances, payments and orders make on the screens of the user `ownId`. */
export function moneyHandlers(ownId: string) {
  return {
    balance: (event) => showBalance(ownId, event),
    'payment-submitted': (event) => showSubmitted(ownId, event),
    'transfers-changed': () => invalidateSoon(queryKeys.unclaimedTransfers, queryKeys.adminActivity),
    'payment-evidence': (event) =>
      invalidateSoon(
        ...[queryKeys.aboutPayments, queryKeys.pendingPayments.map(String)],
        queryKeys.payment(event.userId, event.transactionId),
      ),
    'payment-taken': ({ transactionId, taken }) => {
      changeRow(queryKeys.pendingPayments, transactionId, (listed) => ({ ...listed, taken }));
      invalidateSoon(queryKeys.adminPayments);
    },
    'payment-verified': (event) => showVerified(ownId, event),
    'payment-rejected': (event) => showRejected(ownId, event),
    'payment-reversed': (event) => showReversed(ownId, event),
    'order-changed': ({ userId }) => {
      invalidateSoon(queryKeys.adminActivity, queryKeys.orders(userId), queryKeys.transactions(userId));
      invalidateSoon(queryKeys.trunks(userId));
    },
    books: () => invalidateSoon(queryKeys.adminBooks, queryKeys.adminActivity),
  } satisfies Partial<LiveHandlers>;
}

function showBalance(ownId: string, event: LiveEvent<'balance'>): void {
  if (event.userId !== ownId) return;
  showCredits(ownId, event.credits);
  invalidateSoon(
    queryKeys.stats(ownId),
    queryKeys.transactions(ownId),
    queryKeys.statements(ownId),
    queryKeys.callQuote(ownId),
    queryKeys.limits(ownId),
  );
  if (event.reason === 'order_paid') showOrdered(ownId);
  if (event.reason === 'debt_payment') void useSession.getState().refresh();
}

function showSubmitted(ownId: string, event: LiveEvent<'payment-submitted'>): void {
  const { at: _, ...payment } = event;
  // It may be listed already: a payment that was found on the chain can get another hash.
  changeRow(queryKeys.pendingPayments, payment.id, (listed) => ({ ...listed, ...payment }));
  addLatest(queryKeys.pendingPayments, payment);
  // Another customer may claim the same payment.
  invalidateSoon(queryKeys.aboutPayments);
  invalidateSoon(queryKeys.pendingCount, queryKeys.adminActivity, queryKeys.adminPayments);
  if (event.userId !== ownId) return;
  invalidateSoon(queryKeys.transactions(ownId), queryKeys.orders(ownId), queryKeys.quotes(ownId));
  invalidateSoon(queryKeys.payment(ownId, event.id));
}

function showVerified(ownId: string, event: LiveEvent<'payment-verified'>): void {
  leaveQueue(event.transactionId, event.settlesTransactionId);
  invalidateSoon(queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
  invalidateSoon(queryKeys.adminPayments, queryKeys.payment(event.userId, event.transactionId));
  if (event.userId !== ownId) return;
  patchTransaction(ownId, event.transactionId, {
    status: 'verified',
    transactionHash: event.transactionHash,
    receivedAmount: event.amount === event.amountDue ? null : event.amount,
    settledAt: event.at,
  });
  showCredits(ownId, event.credits);
  invalidateSoon(queryKeys.stats(ownId), queryKeys.transactions(ownId));
  if (event.type !== 'credit_purchase' || event.settlesTransactionId) showOrdered(ownId);
  toast(t('live.verified'), verifiedWords(event), newsOf(event));
}

const newsOf = ({ transactionId: paymentId }: { transactionId: string }) => ({
  place: { to: '/billing/payments/$paymentId', params: { paymentId } } as const,
});

/** The words about a verified payment. Shows both amounts if the amount that arrived is not the amount due. */
function verifiedWords({ type, amount, amountDue }: LiveEvent<'payment-verified'>): string {
  const [received, due] = [formatPounds(amount), formatPounds(amountDue)];
  if (type === 'credit_purchase') {
    if (amount === amountDue) return t('live.verifiedText', { amount: received });
    return t('live.verifiedOther', { received, due });
  }
  const settled = t('live.verifiedOrder', { what: t(`transactions.type.${type}`) });
  return amount === amountDue ? settled : `${settled} ${t('live.verifiedSurplus', { received, due })}`;
}

function showRejected(ownId: string, event: LiveEvent<'payment-rejected'>): void {
  leaveQueue(event.transactionId);
  // The money that it claimed belongs to nobody again.
  invalidateSoon(queryKeys.adminActivity, queryKeys.adminPayments, queryKeys.unclaimedTransfers);
  invalidateSoon(queryKeys.payment(event.userId, event.transactionId));
  if (event.userId !== ownId) return;
  patchTransaction(ownId, event.transactionId, {
    status: 'failed',
    reason: event.reason,
    reasonWording: event.reasonWording,
    settledAt: event.at,
  });
  // A transaction that was made in another tab may not be listed here yet.
  invalidateSoon(queryKeys.transactions(ownId), queryKeys.orders(ownId));
  invalidateSoon(queryKeys.trunks(ownId));
  const reason = reasonText(event);
  toastFailure(
    t('live.rejected'),
    reason ? t('live.rejectedReason', { reason }) : t('live.rejectedText'),
    newsOf(event),
  );
}

function showReversed(ownId: string, event: LiveEvent<'payment-reversed'>): void {
  const { userId, transactionId } = event;
  invalidateSoon(queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
  invalidateSoon(queryKeys.adminPayments, queryKeys.payment(userId, transactionId));
  invalidateSoon(queryKeys.paymentReversals(transactionId));
  if (event.userId !== ownId) return;
  showCredits(ownId, event.credits);
  invalidateSoon(queryKeys.stats(ownId), queryKeys.transactions(ownId));
  void useSession.getState().refresh();
  toastFailure(t('live.reversed'), t('live.reversedText', { amount: formatPounds(event.amount) }), newsOf(event));
}

function showCredits(userId: string, credits: string): void {
  useSession.getState().updateCredits(credits);
  changeKnown(queryKeys.user(userId), (user) => ({ ...user, credits }));
}

/** A settled order changes what its owner has, and also their role and rates. */
function showOrdered(userId: string): void {
  invalidateSoon(queryKeys.orders(userId), queryKeys.trunks(userId), queryKeys.reseller(userId));
  void useSession.getState().refresh();
}

function leaveQueue(...ids: (string | null)[]): void {
  removeRows(queryKeys.pendingPayments, ...ids);
  invalidateSoon(queryKeys.pendingCount);
}

function patchTransaction(userId: string, id: string, changes: Partial<Transaction>): void {
  changeRow(queryKeys.transactions(userId), id, (transaction) => ({ ...transaction, ...changes }));
}
