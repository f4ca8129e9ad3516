import { AbandonedJobs, jobsAreHeld } from '../db/job-locks.ts';
import { jobsWait, startJobs } from '../db/jobs.ts';
import { KEY_USES_MS, writeKeyUses } from './callers/keys/key-uses.ts';
import { answerResetRequests, resetsWait } from './callers/passwords/answer-reset-requests.ts';
import { notifyLowBalance } from './accounts/profile/notify-low-balance.ts';
import { expireSessions } from './callers/sessions/sessions.ts';
import type { Deps } from './deps.ts';
import { eventsWait, placeAll } from './platform/events/position.ts';
import { closeUndecided } from './money/payments/review/close-undecided.ts';
import { WATCH_MS, watchPayments } from './money/evidence/watch.ts';
import { fulfilments } from './fulfilments.ts';
import { AUTOMATIC_MS, verifyAutomatically } from './money/automatic/watch.ts';
import { SCREEN_MS, screenPayments } from './money/screening/screen.ts';
import { WATCH_WALLETS_MS, watchWallets } from './money/wallets/watch.ts';
import { type Chore, startChores } from './platform/chores.ts';
import { every, type Repeating } from './platform/kit/every.ts';
import { type Look, startLooks } from './platform/looks.ts';
import { removeOld } from './platform/retention.ts';
import { startSimulated } from './carriers/start-simulated.ts';
import { reportFromSandbox } from './carriers/sandbox-reports.ts';
import { deliverFromSandbox } from './services/inbox/sandbox-messages.ts';
import { announceFromSandbox } from './services/voice/inbound/sandbox-callers.ts';
import { tellFromSandbox } from './services/voice/running/sandbox-calls.ts';
import { TELL_OF_UNKNOWN_MS, tellOfUnknown } from './services/messaging/delivery/tell-of-unknown.ts';
import { CONVERT_LISTS_MS, convertLists } from './money/decks/convert-lists.ts';
import { applySwitches } from './money/decks/switches/apply-switches.ts';
import { countFigures, figuresWait } from './money/figures/count-figures.ts';
import { countTotals, totalsWait } from './money/ledger/count-totals.ts';
import {
  CREDIT_MARGINS_MS,
  creditMargins,
  TAKE_BACK_MARGINS_MS,
  takeBackMargins,
} from './money/margins/credit-margins.ts';
import { PROVE_MS, proveBooks } from './money/proof/prove.ts';
import { LOOK_AT_RATES_MS, lookAtRates } from './money/rates/look.ts';
import { stopSuddenRises, SUDDEN_RISES_MS } from './money/allowances/stop-sudden-rises.ts';
import { mailing } from './platform/mail/background.ts';
import { resealSecrets } from './callers/sign-in/second-factor/reseal.ts';
import { fetchPictures, picturesWait } from './services/inbox/pictures/fetch-pictures.ts';
import { STORE_INCOMPLETE_MS, storeIncomplete } from './services/inbox/store-incomplete.ts';
import { SEND_REPLY } from './services/inbox/replies/reply-job.ts';
import { sendReply } from './services/inbox/replies/send-reply.ts';
import { listenForMessages } from './services/inbox/receive.ts';
import { startMessaging } from './services/messaging/background.ts';
import { earnUnheard } from './services/messaging/delivery/earn-unheard.ts';
import { refundHeld } from './services/messaging/delivery/refund-held.ts';
import { refundStranded } from './services/messaging/delivery/refund-stranded.ts';
import { refundUnknown } from './services/messaging/delivery/refund-unknown.ts';
import { ASK_BALANCES_MS, askBalances } from './carriers/prices/ask-balances.ts';
import { TELL_OF_LOSSES_MS, tellOfLosses } from './money/figures/tell-of-losses.ts';
import { READ_RATES_MS, readCurrencyRates } from './carriers/prices/currency-rates.ts';
import { ASK_PRICES_MS } from './carriers/prices/questions.ts';
import { askMessagePrices } from './services/messaging/delivery/ask-message-prices.ts';
import { askCallPrices } from './services/voice/running/ask-call-prices.ts';
import { LOAD_ACCOUNTS_MS } from './carriers/accounts/load-accounts.ts';
import { resealCarrierAccounts } from './carriers/accounts/reseal.ts';
import { startWatching } from './carriers/health.ts';
import { listenForReceipts } from './carriers/receipts.ts';
import { ASK_AGAIN_MS, askToConfirmAgain } from './services/number-proofs/ask-again.ts';
import { autoRenewNumbers } from './services/numbers/renewal/auto-renew.ts';
import { notifyExpiring } from './services/numbers/renewal/notify-expiring.ts';
import { FOLLOW_PAPERS_MS, followPapers } from './services/numbers/papers/follow-papers.ts';
import { WITHDRAW_PAPERS_MS, withdrawPapers } from './services/numbers/papers/withdraw-papers.ts';
import { LEARN_ABILITIES_MS, learnAbilities } from './services/numbers/learn-abilities.ts';
import { provisionNumbers } from './services/numbers/provisioning/provision.ts';
import { releaseLapsed } from './services/numbers/renewal/release-lapsed.ts';
import { applySettings } from './admin/settings/apply-settings.ts';
import { checkHosts } from './resale/brands/host/check-hosts.ts';
import { applyRaises } from './resale/customers/raises/apply-raises.ts';
import { totalUsage } from './resale/packages/total-usage.ts';
import { expireUnusedUploads } from './edge/uploads/expire-unused.ts';
import { eraseClosed } from './accounts/closing/erase-closed.ts';
import { resealWebhooks } from './accounts/webhooks/reseal.ts';
import { resealCredentials } from './services/trunks/reseal.ts';
import { deliverWebhooks, deliveriesWait } from './accounts/webhooks/deliveries/deliver.ts';
import {
  TELL_OF_REGISTRATIONS_MS,
  tellOfRegistrations,
} from './services/sip/registrations/tell-of-registrations.ts';
import { TAKE_REPORTS_MS, takeReports } from './services/sip/take-reports.ts';
import { WRITE_OF_MISSED, writeUnlessMessage } from './services/voice/inbound/write-of-missed.ts';
import { TRY_OTHER_MS, tryOtherChannel } from './services/verifications/try-other-channel.ts';
import { startVoice } from './services/voice/background.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './platform/kit/durations.ts';

/**
 * A process that never lives for an hour also does it; many that start together do not do it at the same
 * moment.
 */
const soon = () => ({ firstAfterMs: (0.5 + Math.random()) * MINUTE_MS });

/** Removes what has been kept for long enough; one process does it for all of them. */
const cleaning = (deps: Deps): Chore[] =>
  Object.entries({
    'remove-old': () => removeOld(deps),
    'expire-unused-uploads': () => expireUnusedUploads(deps),
    'close-undecided-payments': () => closeUndecided(deps),
    'reseal-secrets': () => resealSecrets(deps),
    'reseal-carrier-accounts': () => resealCarrierAccounts(deps),
    'reseal-webhooks': () => resealWebhooks(deps),
    'reseal-sip-credentials': () => resealCredentials(deps),
    'expire-sessions': () => expireSessions(deps),
    'total-usage': () => totalUsage(deps),
    'check-hosts': () => checkHosts(deps),
    'erase-closed-accounts': () => eraseClosed(deps),
  }).map(([name, run]) => ({ name, everyMs: HOUR_MS, run }));

/** Without the token no edge may ask us anything, so no telephone system registers. */
const hasEdge = ({ config }: Deps): boolean => config.sipProxyToken !== null;

/** How often Topline looks for what an edge left that is no longer there. */
const LEFT_OVER_MS = 15 * SECOND_MS;

const startTellingOfRegistrations = (deps: Deps): Repeating[] =>
  !hasEdge(deps)
    ? []
    : [
        every(deps.log, { name: 'tell-of-registrations', intervalMs: TELL_OF_REGISTRATIONS_MS }, () =>
          tellOfRegistrations(deps),
        ),
      ];

/** What is done as soon as it is there. */
const looksOf = (deps: Deps): Look[] => [
  { name: 'place-events', isWaiting: eventsWait, run: () => placeAll(deps.sql) },
  mailing(deps),
  { name: 'deliver-webhooks', isWaiting: deliveriesWait, run: () => deliverWebhooks(deps) },
  { name: 'answer-reset-requests', isWaiting: resetsWait, run: () => answerResetRequests(deps) },
  { name: 'fetch-pictures', isWaiting: picturesWait, run: () => fetchPictures(deps) },
  { name: 'count-totals', isWaiting: totalsWait, run: () => countTotals(deps) },
  { name: 'count-figures', isWaiting: figuresWait, run: () => countFigures(deps) },
];

/**
 * What a process does besides answering requests. Every process may do it; a chore may run in several
 * processes at the same time.
 */
export function startBackground(deps: Deps): Repeating {
  listenForMessages(deps);
  const receipts = listenForReceipts(deps);
  const messaging = startMessaging(deps);
  const voice = startVoice(deps);
  const acts = {
    calls: () => tellFromSandbox(deps),
    reports: () => reportFromSandbox(deps),
    messages: () => deliverFromSandbox(deps),
    callers: () => announceFromSandbox(deps),
  };
  const simulated = startSimulated(deps, acts, [deps.signals.smsQueued, deps.signals.callsDue]);
  const abandoned = new AbandonedJobs(deps.sql);
  const queues = [
    // Runs of large messages take long: they have workers of their own, so that answers never wait for them.
    startJobs(deps.databaseUrl, deps.log, messaging.tasks),
    startJobs(deps.databaseUrl, deps.log, {
      [SEND_REPLY]: (payload) => sendReply(deps, payload),
      [WRITE_OF_MISSED]: (payload) => writeUnlessMessage(deps, payload),
    }),
  ];
  const wakeQueues = async () => {
    for (const queue of queues) queue.wake();
  };
  const looks = [
    ...messaging.looks,
    ...voice.looks,
    simulated.look,
    { name: 'do-due-jobs', isWaiting: jobsWait, run: wakeQueues },
    { name: 'release-abandoned-jobs', isWaiting: jobsAreHeld, run: () => abandoned.look() },
    ...looksOf(deps),
  ];
  const chores = [
    startLooks(deps, looks),
    messaging,
    voice,
    simulated,
    ...queues,
    every(deps.log, { name: 'store-incomplete-messages', intervalMs: STORE_INCOMPLETE_MS }, () =>
      storeIncomplete(deps),
    ),
    every(deps.log, { name: 'refund-stranded-messages', intervalMs: MINUTE_MS }, () => refundStranded(deps)),
    every(deps.log, { name: 'refund-held-messages', intervalMs: MINUTE_MS }, () => refundHeld(deps)),
    every(deps.log, { name: 'refund-unknown-messages', intervalMs: MINUTE_MS }, () => refundUnknown(deps)),
    every(deps.log, { name: 'tell-of-unknown-messages', intervalMs: TELL_OF_UNKNOWN_MS }, () =>
      tellOfUnknown(deps),
    ),
    every(
      deps.log,
      { name: 'take-sip-reports', intervalMs: hasEdge(deps) ? TAKE_REPORTS_MS : LEFT_OVER_MS },
      () => takeReports(deps),
    ),
    ...startTellingOfRegistrations(deps),
    every(deps.log, { name: 'load-carrier-accounts', intervalMs: LOAD_ACCOUNTS_MS }, () =>
      deps.carrierAccounts.load(),
    ),
    startWatching(deps),
    every(deps.log, { name: 'try-other-channel', intervalMs: TRY_OTHER_MS }, () => tryOtherChannel(deps)),
    every(deps.log, { name: 'watch-payments', intervalMs: WATCH_MS }, () => watchPayments(deps)),
    every(deps.log, { name: 'screen-payments', intervalMs: SCREEN_MS }, () => screenPayments(deps)),
    every(deps.log, { name: 'verify-automatically', intervalMs: AUTOMATIC_MS }, () =>
      verifyAutomatically({ deps, fulfilments }),
    ),
    every(deps.log, { name: 'watch-wallets', intervalMs: WATCH_WALLETS_MS }, () => watchWallets(deps)),
    every(deps.log, { name: 'ask-message-prices', intervalMs: ASK_PRICES_MS }, () => askMessagePrices(deps)),
    every(deps.log, { name: 'ask-call-prices', intervalMs: ASK_PRICES_MS }, () => askCallPrices(deps)),
    every(deps.log, { name: 'stop-sudden-rises', intervalMs: SUDDEN_RISES_MS }, () => stopSuddenRises(deps)),
    every(deps.log, { name: 'apply-price-raises', intervalMs: MINUTE_MS }, () => applyRaises(deps)),
    every(deps.log, { name: 'apply-rate-switches', intervalMs: MINUTE_MS }, () => applySwitches(deps)),
    every(deps.log, { name: 'apply-settings', intervalMs: MINUTE_MS }, () => applySettings(deps)),
    every(deps.log, { name: 'earn-unheard-margins', intervalMs: CREDIT_MARGINS_MS }, () => earnUnheard(deps)),
    every(deps.log, { name: 'take-back-margins', intervalMs: TAKE_BACK_MARGINS_MS }, () =>
      takeBackMargins(deps),
    ),
    every(deps.log, { name: 'credit-margins', intervalMs: CREDIT_MARGINS_MS }, () => creditMargins(deps)),
    every(deps.log, { name: 'prove-books', intervalMs: PROVE_MS }, () => proveBooks(deps)),
    every(deps.log, { name: 'write-key-uses', intervalMs: KEY_USES_MS }, () => writeKeyUses(deps)),
    every(deps.log, { name: 'notify-low-balance', intervalMs: MINUTE_MS }, () => notifyLowBalance(deps)),
    every(deps.log, { name: 'provision-numbers', intervalMs: 15 * SECOND_MS }, () => provisionNumbers(deps)),
    every(deps.log, { name: 'follow-papers', intervalMs: FOLLOW_PAPERS_MS }, () => followPapers(deps)),
    every(deps.log, { name: 'withdraw-papers', intervalMs: WITHDRAW_PAPERS_MS }, () => withdrawPapers(deps)),
    every(deps.log, { name: 'renew-numbers', intervalMs: MINUTE_MS }, () => autoRenewNumbers(deps)),
    every(deps.log, { name: 'ask-to-confirm-again', intervalMs: ASK_AGAIN_MS }, () =>
      askToConfirmAgain(deps),
    ),
    every(deps.log, { name: 'notify-expiring-numbers', intervalMs: MINUTE_MS }, () => notifyExpiring(deps)),
    every(deps.log, { name: 'release-lapsed-numbers', intervalMs: HOUR_MS, ...soon() }, () =>
      releaseLapsed(deps),
    ),
    startChores(deps, [
      { name: 'learn-abilities', everyMs: LEARN_ABILITIES_MS, run: () => learnAbilities(deps) },
      { name: 'ask-balances', everyMs: ASK_BALANCES_MS, run: () => askBalances(deps) },
      { name: 'tell-of-losses', everyMs: TELL_OF_LOSSES_MS, run: () => tellOfLosses(deps) },
      { name: 'read-currency-rates', everyMs: READ_RATES_MS, run: () => readCurrencyRates(deps) },
      { name: 'convert-lists', everyMs: CONVERT_LISTS_MS, run: () => convertLists(deps) },
      { name: 'look-at-rates', everyMs: LOOK_AT_RATES_MS, run: () => lookAtRates(deps) },
      ...cleaning(deps),
    ]),
  ];
  return {
    stop: async () => {
      await Promise.all(chores.map((chore) => chore.stop()));
      // Last of all, because sends under way are answered over the same connections.
      await receipts.stop();
      // Otherwise what was seen since the last time would be lost with the process.
      await writeKeyUses(deps).catch((error: unknown) => deps.log.warn({ error }, 'key uses were not kept'));
    },
  };
}
