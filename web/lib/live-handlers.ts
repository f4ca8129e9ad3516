import type { EventName, LiveEvent } from './live-events.ts';
import type { Transaction } from '../../src/money/payments/contract.ts';
import { sentenceText } from './fault-text.ts';
import { EXPIRING_DAYS } from '../../src/services/numbers/catalogue.ts';
import { supportNow } from '../state/brand.ts';
import { useSession } from '../state/session.ts';
import { formatPounds } from '../ui/format-money.ts';
import { toast } from '../ui/toast.tsx';
import { t } from './i18n.ts';
import { invalidateSoon } from './invalidate-soon.ts';
import { addLatest, changeRow, isListed, removeRows } from './list-cache.ts';
import { changeKnown } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

/** An event of a large message names this many recipients at most. */
const MOST_RECIPIENTS_NAMED = 100;

export type LiveHandlers = { [Name in EventName]: (event: LiveEvent<Name>) => void };

/** What each event changes on the screens of the user `ownId`. */
export function liveHandlers(ownId: string): LiveHandlers {
  const isOwn = ({ userId }: { userId: string }) => userId === ownId;
  return {
    balance: (event) => {
      if (!isOwn(event)) return;
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
    },
    'senders-changed': (event) => {
      invalidateSoon(queryKeys.senderRequests, queryKeys.adminActivity);
      if (!isOwn(event)) return;
      invalidateSoon(queryKeys.senders(ownId));
      const { sender: name, status, reason } = event;
      if (status === 'accepted') toast({ title: t('live.senderAccepted', { name }) });
      if (status === 'rejected') {
        const description = t('live.rejectedReason', { reason: reason ?? '' });
        toast({ title: t('live.senderRejected', { name }), description, variant: 'destructive' });
      }
    },
    'second-words': () => invalidateSoon(queryKeys.secondWords, queryKeys.adminActivity),
    'settings-changed': () => invalidateSoon(queryKeys.settings, queryKeys.adminActivity),
    'offers-changed': ({ what }) => {
      if (what === 'banner') return invalidateSoon(queryKeys.banner);
      if (what === 'payments') return invalidateSoon(queryKeys.coins);
      showPrices(ownId);
    },
    books: () => invalidateSoon(queryKeys.adminBooks, queryKeys.adminActivity),
    'payment-submitted': (event) => {
      const { at: _, ...payment } = event;
      addLatest(queryKeys.pendingPayments, payment);
      // Another customer may claim the same payment.
      invalidateSoon(queryKeys.aboutPayments);
      invalidateSoon(queryKeys.pendingCount, queryKeys.adminActivity, queryKeys.adminPayments);
      if (isOwn(event)) invalidateSoon(queryKeys.transactions(ownId), queryKeys.orders(ownId));
    },
    'payment-approved': (event) => {
      changeRow(queryKeys.pendingPayments, event.transactionId, (payment) => ({
        ...payment,
        approval: event.approval,
      }));
      invalidateSoon(queryKeys.adminActivity, queryKeys.adminPayments);
      invalidateSoon(queryKeys.payment(event.userId, event.transactionId));
    },
    'payment-evidence': (event) =>
      invalidateSoon(queryKeys.aboutPayments, queryKeys.payment(event.userId, event.transactionId)),
    'order-changed': (event) => {
      const { userId } = event;
      invalidateSoon(queryKeys.adminActivity, queryKeys.orders(userId), queryKeys.transactions(userId));
      invalidateSoon(queryKeys.voicePackages(userId));
    },
    'payment-verified': (event) => {
      leaveQueue(event.transactionId, event.settlesTransactionId);
      invalidateSoon(queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
      invalidateSoon(queryKeys.adminPayments, queryKeys.payment(event.userId, event.transactionId));
      if (!isOwn(event)) return;
      patchTransaction(ownId, event.transactionId, {
        status: 'verified',
        transactionHash: event.transactionHash,
        receivedAmount: event.amount === event.amountDue ? null : event.amount,
        settledAt: event.at,
      });
      showCredits(ownId, event.credits);
      invalidateSoon(queryKeys.stats(ownId), queryKeys.transactions(ownId));
      if (event.type !== 'credit_purchase' || event.settlesTransactionId) showOrdered(ownId);
      toast({ title: t('live.verified'), description: verifiedWords(event) });
    },
    'payment-rejected': (event) => {
      leaveQueue(event.transactionId);
      invalidateSoon(queryKeys.adminActivity, queryKeys.adminPayments);
      invalidateSoon(queryKeys.payment(event.userId, event.transactionId));
      if (!isOwn(event)) return;
      patchTransaction(ownId, event.transactionId, {
        status: 'failed',
        reason: event.reason,
        settledAt: event.at,
      });
      // A transaction that was made in another tab may not be listed here yet.
      invalidateSoon(queryKeys.transactions(ownId), queryKeys.orders(ownId));
      invalidateSoon(queryKeys.voicePackages(ownId));
      toast({
        title: t('live.rejected'),
        description: event.reason
          ? t('live.rejectedReason', { reason: event.reason })
          : t('live.rejectedText'),
        variant: 'destructive',
      });
    },
    'payment-reversed': (event) => {
      const { userId, transactionId } = event;
      invalidateSoon(queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
      invalidateSoon(queryKeys.adminPayments, queryKeys.payment(userId, transactionId));
      invalidateSoon(queryKeys.paymentReversals(transactionId));
      if (!isOwn(event)) return;
      showCredits(ownId, event.credits);
      invalidateSoon(queryKeys.stats(ownId), queryKeys.transactions(ownId));
      void useSession.getState().refresh();
      toast({
        title: t('live.reversed'),
        description: t('live.reversedText', { amount: formatPounds(event.amount) }),
        variant: 'destructive',
      });
    },
    'message-status': (event) => showDelivery(ownId, event),
    'call-status': (event) => showCall(ownId, event),
    'provider-switch': (event) => {
      changeKnown(queryKeys.providers, (status) => ({ ...status, activeProvider: event.to }));
      invalidateSoon(queryKeys.providers);
    },
    'number-status': (event) => {
      invalidateSoon(queryKeys.numbers(ownId), queryKeys.stats(ownId));
      if (event.status !== 'refused') return;
      toast({
        title: t('numbers.live.refused'),
        description: t('numbers.live.refusedText', { number: event.number }),
        variant: 'destructive',
      });
    },
    'message-received': (event) => {
      invalidateSoon(queryKeys.conversations(ownId));
      toast({
        title: t('live.messageReceived', { from: event.from }),
        description: event.text.slice(0, 120),
      });
    },
    'conversation-changed': () => invalidateSoon(queryKeys.conversations(ownId)),
    'number-expiring': (event) => {
      invalidateSoon(queryKeys.numbers(ownId));
      toast({
        title: t('numbers.live.expiring'),
        description: t(`numbers.live.${event.renewal}`, { number: event.number, days: EXPIRING_DAYS }),
        variant: event.renewal === 'insufficient_credits' ? 'destructive' : 'default',
      });
    },
    'webhook-delivery': (event) => invalidateSoon([...queryKeys.webhooks(ownId), event.webhookId]),
    'limit-reached': (event) => {
      showLimits(event.userId);
      if (!isOwn(event)) return;
      const { words, sentence } = event;
      const description = sentence ? sentenceText(sentence, words) : words;
      toast({ title: t('live.limitReached'), description, variant: 'destructive' });
    },
    'destination-stopped': (event) => {
      showLimits(event.userId);
      if (!isOwn(event)) return;
      const { code } = event;
      const [spent, usual] = [formatPounds(event.spent), formatPounds(event.usual)];
      toast({
        title: t('live.destinationStopped'),
        description: t('live.destinationStoppedText', { code, spent, usual }),
        variant: 'destructive',
      });
    },
    'limits-changed': (event) => showLimits(event.userId),
    'customers-changed': () => invalidateSoon(queryKeys.customers(ownId), queryKeys.margins(ownId)),
    'security-changed': (event) => {
      const { sessions, apiKeys, secondFactor } = queryKeys;
      // One of the first steps may be done now.
      invalidateSoon(queryKeys.stats(ownId));
      if (event.what === 'sessions') invalidateSoon(sessions(ownId));
      else if (event.what === 'second-factor') invalidateSoon(secondFactor);
      // The address, and the first key's mask, stand with the account.
      else void useSession.getState().refresh();
      if (event.what === 'api-keys') invalidateSoon(apiKeys(ownId));
    },
    'user-status': (event) => {
      invalidateSoon(queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
      if (isOwn(event) && event.status === 'suspended') signOutSuspended();
    },
  };
}

/** An account whose limits changed, on its owner's screen or an administrator's. */
function showLimits(userId: string): void {
  invalidateSoon(queryKeys.user(userId), queryKeys.adminUsers, queryKeys.adminActivity);
}

/** Prices changed: all screens with prices are read again. */
function showPrices(userId: string): void {
  const { rates, destinations, smsQuote, callQuote, reseller, customers } = queryKeys;
  invalidateSoon(rates(userId), destinations(userId), smsQuote(userId), callQuote(userId));
  invalidateSoon(reseller(userId), customers(userId));
}

/** What a verified payment did, with both amounts where another one arrived than was due. */
function verifiedWords({ type, amount, amountDue }: LiveEvent<'payment-verified'>): string {
  const [received, due] = [formatPounds(amount), formatPounds(amountDue)];
  if (type === 'credit_purchase') {
    if (amount === amountDue) return t('live.verifiedText', { amount: received });
    return t('live.verifiedOther', { received, due });
  }
  const settled = t('live.verifiedOrder', { what: t(`transactions.type.${type}`) });
  return amount === amountDue ? settled : `${settled} ${t('live.verifiedSurplus', { received, due })}`;
}

function showCredits(userId: string, credits: string): void {
  useSession.getState().updateCredits(credits);
  changeKnown(queryKeys.user(userId), (user) => ({ ...user, credits }));
}

/** A settled order changes what its owner has, also their role and rates. */
function showOrdered(userId: string): void {
  invalidateSoon(queryKeys.orders(userId), queryKeys.voicePackages(userId), queryKeys.reseller(userId));
  void useSession.getState().refresh();
}

function leaveQueue(...ids: (string | null)[]): void {
  removeRows(queryKeys.pendingPayments, ...ids);
  invalidateSoon(queryKeys.pendingCount);
}

function patchTransaction(userId: string, id: string, changes: Partial<Transaction>): void {
  changeRow(queryKeys.transactions(userId), id, (transaction) => ({
    ...transaction,
    ...changes,
  }));
}

function showDelivery(userId: string, event: LiveEvent<'message-status'>): void {
  const sms = queryKeys.sms(userId);
  invalidateSoon(queryKeys.stats(userId), [...sms, event.id], [...sms, 'search']);
  invalidateSoon(queryKeys.scheduledSms(userId), queryKeys.conversations(userId));
  const complete = event.recipients.length < MOST_RECIPIENTS_NAMED;
  if (!complete || !isListed(sms, event.id)) invalidateSoon(sms);
  const changed = new Map(event.recipients.map((recipient) => [recipient.messageId, recipient]));
  const { status, actualCost, provider, counts } = event;
  changeRow(sms, event.id, (message) => {
    const recipients = message.messageDetails.recipients.map(
      (recipient) => changed.get(recipient.messageId) ?? recipient,
    );
    return { ...message, status, actualCost, provider, counts, messageDetails: { recipients } };
  });
}

function showCall(userId: string, { at: _at, ...event }: LiveEvent<'call-status'>): void {
  const calls = queryKeys.calls(userId);
  invalidateSoon(queryKeys.stats(userId), queryKeys.callQuote(userId));
  if (!isListed(calls, event.id)) return invalidateSoon(calls);
  changeRow(calls, event.id, (call) => ({ ...call, ...event }));
}

function signOutSuspended(): void {
  useSession.getState().clear();
  toast({
    title: t('auth.suspended'),
    description: [t('auth.suspendedText'), waysToSupport()].filter(Boolean).join(' '),
    variant: 'destructive',
  });
}

/** Every way to support, for somebody who is about to be signed out. */
function waysToSupport(): string {
  const { email, chat, whatsApp } = supportNow() ?? { email: null, chat: null, whatsApp: null };
  return [email, whatsApp && `WhatsApp ${whatsApp}`, chat].filter(Boolean).join(' · ');
}
