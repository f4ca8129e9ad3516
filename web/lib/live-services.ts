import { EXPIRING_DAYS } from '../../src/services/numbers/catalogue.ts';
import { toast, toastFailure } from '../ui/toast.tsx';
import { t } from './i18n.ts';
import { destinationName } from './destination-name.ts';
import { changeRow, isListed } from './list-cache.ts';
import type { LiveEvent, LiveHandlers } from './live-events.ts';
import { changeKnown } from './query-client.ts';
import { invalidateSoon, queryKeys } from './reads.ts';

const INBOX = { place: { to: '/dashboard', search: { section: 'inbox' } } } as const;
const CALLS = { place: { to: '/dashboard', search: { section: 'voice' } } } as const;
const NUMBERS = { place: { to: '/did-numbers' } } as const;
const SENDERS = { place: { to: '/dashboard', search: { section: 'sms' } } } as const;

/** An event of a large message lists at most this many recipients. */
const MOST_RECIPIENTS_NAMED = 100;

/** The changes that events of messages, calls, numbers and senders make on the screens of the user `ownId`. */
export function serviceHandlers(ownId: string) {
  return {
    'message-status': (event) => showDelivery(ownId, event),
    'message-received': (event) => {
      invalidateSoon(queryKeys.conversations(ownId), queryKeys.allNumberDetails(ownId));
      invalidateSoon(queryKeys.autoReplies(ownId));
      toast(t('live.messageReceived', { from: event.from }), event.text.slice(0, 120), {
        ...INBOX,
        isPrivate: true,
      });
    },
    'conversation-changed': () => invalidateSoon(queryKeys.conversations(ownId), queryKeys.autoReplies(ownId)),
    // This event is for a webhook; the message itself has an event of its own.
    'rule-matched': () => undefined,
    'campaign-changed': () => invalidateSoon(queryKeys.campaigns(ownId)),
    'contacts-changed': () =>
      invalidateSoon(queryKeys.contacts(ownId), queryKeys.contactLists(ownId), queryKeys.conversations(ownId)),
    'opt-outs-changed': () => invalidateSoon(queryKeys.optOuts(ownId), queryKeys.smsQuote(ownId)),
    'verification-changed': () =>
      invalidateSoon(queryKeys.verifications(ownId), ['api', 'users', ownId, 'verification-figures']),
    'call-status': (event) => showCall(ownId, event),
    'received-call': ({ at: _at, ...event }) => {
      const calls = queryKeys.receivedCalls(ownId);
      invalidateSoon(queryKeys.allNumberDetails(ownId));
      if (!isListed(calls, event.id)) return invalidateSoon(calls);
      changeRow(calls, event.id, () => event);
    },
    'call-received': (event) => {
      invalidateSoon(queryKeys.receivedCalls(ownId));
      toast(t('live.callReceived', { from: event.from }), event.to, CALLS);
    },
    'call-missed': (event) => {
      // That a message was left is shown for itself.
      if (event.outcome === 'voicemail') return;
      toast(t('live.callMissed', { from: event.from }), event.to, CALLS);
    },
    'voicemail-received': (event) =>
      toast(t('live.voicemail', { from: event.from }), event.transcript ?? event.to, { ...CALLS, isPrivate: true }),
    'trunk-registrations': (event) => invalidateSoon([...queryKeys.trunks(ownId), event.packageId, 'registrations']),
    'trunk-echo': (event) => invalidateSoon([...queryKeys.trunks(ownId), event.packageId, 'echo']),
    'number-status': (event) => showNumber(ownId, event),
    'number-expiring': (event) => showExpiring(ownId, event),
    'senders-changed': (event) => showSender(ownId, event),
    'papers-changed': (event) => showPapers(ownId, event),
    'port-changed': (event) => showPort(ownId, event),
    'provider-switch': (event) => {
      changeKnown(queryKeys.carriers, (status) => ({ ...status, activeProvider: event.to }));
      invalidateSoon(queryKeys.carriers);
    },
    'webhook-delivery': (event) => invalidateSoon([...queryKeys.webhooks(ownId), event.webhookId]),
  } satisfies Partial<LiveHandlers>;
}

function showDelivery(userId: string, event: LiveEvent<'message-status'>): void {
  const sms = queryKeys.sms(userId);
  invalidateSoon(queryKeys.stats(userId), [...sms, event.id], [...sms, 'list'], queryKeys.campaigns(userId));
  invalidateSoon(queryKeys.scheduledSms(userId), queryKeys.conversations(userId), queryKeys.allNumberDetails(userId));
  const complete = event.recipients.length < MOST_RECIPIENTS_NAMED;
  // A message that was moved has another time, which the event does not tell.
  if (!complete || event.status === 'scheduled' || !isListed(sms, event.id)) invalidateSoon(sms);
  const changed = new Map(event.recipients.map((recipient) => [recipient.messageId, recipient]));
  const { status, actualCost, provider, counts } = event;
  // It is told of once it does not wait for an administrator any more.
  changeRow(sms, event.id, ({ inReview: _inReview, ...message }) => {
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

function showNumber(ownId: string, event: LiveEvent<'number-status'>): void {
  invalidateSoon(queryKeys.numbers(ownId), queryKeys.allNumberDetails(ownId), queryKeys.stats(ownId));
  // A number of one's own is a sender.
  invalidateSoon(queryKeys.senders(ownId), queryKeys.smsQuote(ownId));
  if (event.status !== 'refused') return;
  toastFailure(t('numbers.live.refused'), t('numbers.live.refusedText', { number: event.number }), NUMBERS);
}

function showExpiring(ownId: string, event: LiveEvent<'number-expiring'>): void {
  invalidateSoon(queryKeys.numbers(ownId), queryKeys.allNumberDetails(ownId));
  const say = event.renewal === 'insufficient_credits' ? toastFailure : toast;
  const text = t(`numbers.live.${event.renewal}`, { number: event.number, days: EXPIRING_DAYS });
  say(t('numbers.live.expiring'), text, NUMBERS);
}

function showSender(ownId: string, event: LiveEvent<'senders-changed'>): void {
  invalidateSoon(queryKeys.senderRequests, queryKeys.adminActivity);
  if (event.userId !== ownId) return;
  invalidateSoon(queryKeys.senders(ownId), queryKeys.smsQuote(ownId));
  const { sender: name, status, reason } = event;
  if (status === 'accepted') toast(t('live.senderAccepted', { name }), undefined, SENDERS);
  if (status === 'rejected') {
    const description = t('live.rejectedReason', { reason: reason ?? '' });
    toastFailure(t('live.senderRejected', { name }), description, SENDERS);
  }
}

function showPapers(ownId: string, event: LiveEvent<'papers-changed'>): void {
  invalidateSoon(queryKeys.allPapers, queryKeys.adminActivity);
  if (event.userId !== ownId) return;
  // The hold of a number shows which papers are needed, and their state.
  invalidateSoon(queryKeys.numberHolds);
  const country = destinationName(event.countryCode);
  if (event.status === 'approved') toast(t('live.papersAccepted', { country }), undefined, NUMBERS);
  if (event.status === 'rejected') {
    const description = event.reason ?? t('live.papersRejectedText');
    toastFailure(t('live.papersRejected', { country }), description, NUMBERS);
  }
}

function showPort(ownId: string, { userId, numbers }: LiveEvent<'port-changed'>): void {
  invalidateSoon(queryKeys.allPorts, queryKeys.allPapers, queryKeys.adminActivity);
  if (userId !== ownId) return;
  invalidateSoon(queryKeys.numberPorts(ownId), queryKeys.numbers(ownId));
  toast(t('live.portChanged', { numbers: numbers.join(', ') }), undefined, NUMBERS);
}
