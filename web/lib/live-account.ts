import { sentenceText } from './fault-text.ts';
import { useSession } from '../state/session.ts';
import { formatPounds } from '../ui/values.tsx';
import { toastFailure } from '../ui/toast.tsx';
import { t } from './i18n.ts';
import type { LiveEvent, LiveHandlers } from './live-events.ts';
import { invalidateSoon, queryKeys } from './reads.ts';
import { suspendedText } from './suspended-text.ts';

const LIMITS = { place: { to: '/settings', hash: 'limits' } } as const;

/** The changes that events of accounts, limits and settings make on the screens of the user `ownId`. */
export function accountHandlers(ownId: string) {
  return {
    'limits-changed': (event) => showLimits(event.userId),
    'limit-reached': (event) => showReached(ownId, event),
    'destination-stopped': (event) => showStopped(ownId, event),
    'customers-changed': () => invalidateSoon(queryKeys.customers(ownId), queryKeys.margins(ownId)),
    'security-changed': (event) => showSecurity(ownId, event),
    'user-status': (event) => {
      invalidateSoon(queryKeys.adminUsers, queryKeys.adminStats, queryKeys.adminActivity);
      if (event.userId === ownId && event.status === 'suspended') signOutSuspended();
    },
    'approval-requests': () =>
      invalidateSoon(
        ...[queryKeys.approvalRequests, queryKeys.adminActivity, queryKeys.rateDecks],
        ...[queryKeys.pendingPayments, queryKeys.adminPayments, queryKeys.aboutPayments],
      ),
    'settings-changed': () => invalidateSoon(queryKeys.settings, queryKeys.adminActivity),
    'alarms-changed': () => invalidateSoon(queryKeys.alarms),
    'offers-changed': ({ what }) => {
      if (what === 'banner') return invalidateSoon(queryKeys.banner);
      if (what === 'payments') return invalidateSoon(queryKeys.coins);
      showPrices(ownId);
    },
  } satisfies Partial<LiveHandlers>;
}

function showReached(ownId: string, event: LiveEvent<'limit-reached'>): void {
  showLimits(event.userId);
  if (event.userId !== ownId) return;
  const { words, sentence } = event;
  const description = sentence ? sentenceText(sentence, words) : words;
  toastFailure(t('live.limitReached'), description, LIMITS);
}

function showStopped(ownId: string, event: LiveEvent<'destination-stopped'>): void {
  showLimits(event.userId);
  if (event.userId !== ownId) return;
  const { code } = event;
  const [spent, usual] = [formatPounds(event.spent), formatPounds(event.usual)];
  toastFailure(t('live.destinationStopped'), t('live.destinationStoppedText', { code, spent, usual }), LIMITS);
}

function showSecurity(ownId: string, event: LiveEvent<'security-changed'>): void {
  const { sessions, apiKeys, secondFactor } = queryKeys;
  // The user may have completed one of the first steps.
  invalidateSoon(queryKeys.stats(ownId));
  if (event.what === 'sessions') invalidateSoon(sessions(ownId));
  else if (event.what === 'second-factor') invalidateSoon(secondFactor);
  else if (event.what === 'people') showPeople(ownId);
  // The account contains the address and the masked first key.
  else void useSession.getState().refresh();
  if (event.what === 'api-keys') invalidateSoon(apiKeys(ownId));
}

/** A person may have another role here now. */
function showPeople(ownId: string): void {
  invalidateSoon(queryKeys.people(ownId));
  if (useSession.getState().person) void useSession.getState().readRole();
}

/** An account whose limits changed, on its owner's screen or an administrator's. */
function showLimits(userId: string): void {
  invalidateSoon(queryKeys.user(userId), queryKeys.adminUsers, queryKeys.adminActivity);
}

/** Prices changed: all screens with prices are read again. */
function showPrices(userId: string): void {
  const { rates, rateDecks, destinations, smsQuote, callQuote, reseller, customers } = queryKeys;
  invalidateSoon(queryKeys.numbers(userId), queryKeys.allNumberDetails(userId), queryKeys.numberCountries);
  invalidateSoon(rates(userId), destinations(userId), smsQuote(userId), callQuote(userId));
  invalidateSoon(reseller(userId), customers(userId), rateDecks);
}

function signOutSuspended(): void {
  useSession.getState().clear();
  toastFailure(t('auth.suspended'), suspendedText());
}
