import { sql as template } from 'drizzle-orm';
import { AbandonedJobs, jobsAreHeld } from '../db/job-locks.ts';
import { jobsWait, startJobs } from '../db/jobs.ts';
import { KEY_USES_MS, writeKeyUses } from './callers/keys/key-uses.ts';
import { answerResetRequests, resetsWait } from './callers/passwords/answer-reset-requests.ts';
import { notifyLowBalance } from './accounts/profile/notify-low-balance.ts';
import { expireSessions } from './callers/sessions/sessions.ts';
import type { Deps } from './deps.ts';
import { metricSources } from './metric-sources.ts';
import { eventsWait, placeAll } from './platform/events/position.ts';
import { closeUndecided } from './money/payments/review/close-undecided.ts';
import { WATCH_MS, watchPayments } from './money/evidence/watch.ts';
import { fulfilments } from './fulfilments.ts';
import { AUTOMATIC_MS, verifyAutomatically } from './money/automatic/watch.ts';
import { SCREEN_MS, screenPayments } from './money/screening/screen.ts';
import { WATCH_WALLETS_MS, watchWallets } from './money/wallets/watch.ts';
import type { Repeating } from './platform/kit/every.ts';
import { type Chore, type Look, type Round, startSchedule } from './platform/schedule.ts';
import { resealAll } from './platform/reseal.ts';
import { removeOld } from './platform/retention.ts';
import { startSimulated } from './carriers/start-simulated.ts';
import { reportFromSandbox } from './carriers/sandbox-reports.ts';
import { deliverFromSandbox } from './services/inbox/sandbox-messages.ts';
import { announceFromSandbox } from './services/voice/inbound/sandbox-callers.ts';
import { tellFromSandbox } from './services/voice/running/sandbox-calls.ts';
import { CONVERT_LISTS_MS, convertLists } from './money/decks/convert-lists.ts';
import { ASK_VAT_NUMBERS_MS, askVatNumbers } from './money/invoices/ask-vat-numbers.ts';
import { attachmentsFor } from './money/invoices/export-invoice.ts';
import { ISSUE_INVOICES_MS, issueInvoices } from './money/invoices/issue-month.ts';
import { applySwitches } from './money/decks/switches/apply-switches.ts';
import { countFigures, figuresWait } from './money/figures/count-figures.ts';
import { countTotals, totalsWait } from './money/ledger/count-totals.ts';
import { countSpending } from './money/ledger/spending.ts';
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
import { fetchPictures, picturesWait } from './services/inbox/pictures/fetch-pictures.ts';
import { STORE_INCOMPLETE_MS, storeIncomplete } from './services/inbox/store-incomplete.ts';
import { SEND_REPLY } from './services/inbox/replies/reply-job.ts';
import { sendReply } from './services/inbox/replies/send-reply.ts';
import { campaignsWait, runCampaigns } from './services/campaigns/run.ts';
import { listenForMessages } from './services/inbox/receive.ts';
import { startMessaging } from './services/messaging/background.ts';
import { earnUnheard } from './services/messaging/delivery/earn-unheard.ts';
import { refundHeld } from './services/messaging/delivery/refund-held.ts';
import { refundStranded } from './services/messaging/delivery/refund-stranded.ts';
import { refundUnknown } from './services/messaging/delivery/refund-unknown.ts';
import { ASK_BALANCES_MS, askBalances } from './carriers/prices/ask-balances.ts';
import { TELL_OF_LOSSES_MS, notifyOfLosses } from './money/figures/notify-of-losses.ts';
import { READ_RATES_MS, readCurrencyRates } from './carriers/prices/currency-rates.ts';
import { ASK_PRICES_MS } from './carriers/prices/questions.ts';
import { askMessagePrices } from './services/messaging/delivery/ask-message-prices.ts';
import { askCallPrices } from './services/voice/running/ask-call-prices.ts';
import { LOAD_ACCOUNTS_MS } from './carriers/accounts/load-accounts.ts';
import { PROBE_MS, watchCarriers } from './carriers/health.ts';
import { listenForReceipts } from './carriers/receipts.ts';
import { ASK_AGAIN_MS, askToConfirmAgain } from './services/number-proofs/ask-again.ts';
import { autoRenewNumbers } from './services/numbers/renewal/auto-renew.ts';
import { notifyExpiring } from './services/numbers/renewal/notify-expiring.ts';
import { FOLLOW_PAPERS_MS, followPapers } from './services/numbers/papers/follow-papers.ts';
import { WITHDRAW_PAPERS_MS, withdrawPapers } from './services/numbers/papers/withdraw-papers.ts';
import { LEARN_ABILITIES_MS, learnAbilities } from './services/numbers/learn-abilities.ts';
import { provisionNumbers } from './services/numbers/provisioning/provision.ts';
import { releaseLapsed } from './services/numbers/renewal/release-lapsed.ts';
import { WATCH_ALARMS_MS, watchAlarms } from './admin/alarms/watch-alarms.ts';
import { COMPARE_MS, compareOutside } from './admin/comparisons/compare-wallets.ts';
import { applySettings } from './admin/settings/apply-settings.ts';
import { checkHosts } from './resale/brands/host/check-hosts.ts';
import { dropHiddenDecks } from './money/decks/single-destinations.ts';
import { applyRaises } from './resale/customers/raises/apply-raises.ts';
import { totalUsage } from './resale/packages/total-usage.ts';
import { expireUnusedUploads } from './edge/uploads/expire-unused.ts';
import { eraseClosed } from './accounts/closing/erase-closed.ts';
import { deliverWebhooks, deliveriesWait } from './accounts/webhooks/deliveries/deliver.ts';
import { TELL_OF_REGISTRATIONS_MS, tellOfRegistrations } from './services/sip/registrations/tell-of-registrations.ts';
import { TAKE_REPORTS_MS, takeReports } from './services/sip/take-reports.ts';
import { WRITE_OF_MISSED, writeUnlessMessage } from './services/voice/inbound/write-of-missed.ts';
import { TRY_OTHER_MS, tryOtherChannel } from './services/verifications/try-other-channel.ts';
import { startSmppServer } from './services/smpp/server.ts';
import { startVoice } from './services/voice/background.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './platform/kit/durations.ts';

/** Without the token no edge may ask us anything, so no telephone system registers. */
const hasEdge = ({ config }: Deps): boolean => config.sipProxyToken !== null;

/** How often Topline looks for what an edge left that is no longer there. */
const LEFT_OVER_MS = 15 * SECOND_MS;

/** Every process does these again and again. */
const roundsOf = (deps: Deps): Round[] => [
  { name: 'watch-carriers', everyMs: PROBE_MS, firstAfterMs: 0, run: () => watchCarriers(deps) },
  ...Object.entries<[everyMs: number, run: () => Promise<unknown>]>({
    'store-incomplete-messages': [STORE_INCOMPLETE_MS, () => storeIncomplete(deps)],
    'refund-stranded-messages': [MINUTE_MS, () => refundStranded(deps)],
    'refund-held-messages': [MINUTE_MS, () => refundHeld(deps)],
    'refund-unknown-messages': [MINUTE_MS, () => refundUnknown(deps)],
    'take-sip-reports': [hasEdge(deps) ? TAKE_REPORTS_MS : LEFT_OVER_MS, () => takeReports(deps)],
    ...(hasEdge(deps) && {
      'tell-of-registrations': [TELL_OF_REGISTRATIONS_MS, () => tellOfRegistrations(deps)],
    }),
    'load-carrier-accounts': [LOAD_ACCOUNTS_MS, () => deps.carrierAccounts.load()],
    'try-other-channel': [TRY_OTHER_MS, () => tryOtherChannel(deps)],
    'watch-payments': [WATCH_MS, () => watchPayments(deps)],
    'screen-payments': [SCREEN_MS, () => screenPayments(deps)],
    'verify-automatically': [AUTOMATIC_MS, () => verifyAutomatically({ deps, fulfilments })],
    'watch-wallets': [WATCH_WALLETS_MS, () => watchWallets(deps)],
    'ask-message-prices': [ASK_PRICES_MS, () => askMessagePrices(deps)],
    'ask-call-prices': [ASK_PRICES_MS, () => askCallPrices(deps)],
    'stop-sudden-rises': [SUDDEN_RISES_MS, () => stopSuddenRises(deps)],
    'apply-price-raises': [MINUTE_MS, () => applyRaises(deps)],
    'drop-hidden-price-lists': [HOUR_MS, () => dropHiddenDecks(deps)],
    'apply-rate-switches': [MINUTE_MS, () => applySwitches(deps)],
    'apply-settings': [MINUTE_MS, () => applySettings(deps)],
    'earn-unheard-margins': [CREDIT_MARGINS_MS, () => earnUnheard(deps)],
    'take-back-margins': [TAKE_BACK_MARGINS_MS, () => takeBackMargins(deps)],
    'credit-margins': [CREDIT_MARGINS_MS, () => creditMargins(deps)],
    'prove-books': [PROVE_MS, () => proveBooks(deps)],
    'write-key-uses': [KEY_USES_MS, () => writeKeyUses(deps)],
    'notify-low-balance': [MINUTE_MS, () => notifyLowBalance(deps)],
    'provision-numbers': [15 * SECOND_MS, () => provisionNumbers(deps)],
    'follow-papers': [FOLLOW_PAPERS_MS, () => followPapers(deps)],
    'withdraw-papers': [WITHDRAW_PAPERS_MS, () => withdrawPapers(deps)],
    'renew-numbers': [MINUTE_MS, () => autoRenewNumbers(deps)],
    'ask-to-confirm-again': [ASK_AGAIN_MS, () => askToConfirmAgain(deps)],
    'notify-expiring-numbers': [MINUTE_MS, () => notifyExpiring(deps)],
  }).map(([name, [everyMs, run]]) => ({ name, everyMs, run })),
];

/** One process does these for all of them. */
const choresOf = (deps: Deps): Chore[] => [
  ...Object.entries<[choreEveryMs: number, run: () => Promise<unknown>]>({
    'learn-abilities': [LEARN_ABILITIES_MS, () => learnAbilities(deps)],
    'ask-balances': [ASK_BALANCES_MS, () => askBalances(deps)],
    'tell-of-losses': [TELL_OF_LOSSES_MS, () => notifyOfLosses(deps)],
    'read-currency-rates': [READ_RATES_MS, () => readCurrencyRates(deps)],
    'compare-outside': [COMPARE_MS, () => compareOutside(deps)],
    'issue-invoices': [ISSUE_INVOICES_MS, () => issueInvoices(deps)],
    'ask-vat-numbers': [ASK_VAT_NUMBERS_MS, () => askVatNumbers(deps)],
    'convert-lists': [CONVERT_LISTS_MS, () => convertLists(deps)],
    'watch-alarms': [WATCH_ALARMS_MS, () => watchAlarms(deps, metricSources(deps))],
    'look-at-rates': [LOOK_AT_RATES_MS, () => lookAtRates(deps)],
    'remove-old': [HOUR_MS, () => removeOld(deps)],
    'expire-unused-uploads': [HOUR_MS, () => expireUnusedUploads(deps)],
    'close-undecided-payments': [HOUR_MS, () => closeUndecided(deps)],
    'reseal-secrets': [HOUR_MS, () => resealAll(deps)],
    'expire-sessions': [HOUR_MS, () => expireSessions(deps)],
    'total-usage': [HOUR_MS, () => totalUsage(deps)],
    'count-spending': [HOUR_MS, () => countSpending(deps)],
    'check-hosts': [HOUR_MS, () => checkHosts(deps)],
    'erase-closed-accounts': [HOUR_MS, () => eraseClosed(deps)],
    'release-lapsed-numbers': [HOUR_MS, () => releaseLapsed(deps)],
  }).map(([name, [choreEveryMs, run]]) => ({ name, choreEveryMs, run })),
];

/** How often a process looks whether administrators have changed settings that it reads when it begins. */
const WATCH_KEPT_MS = 5 * SECOND_MS;

async function watchKept({ db, config }: Deps, begin: () => void): Promise<void> {
  const [last] = await db.execute<{ at: string }>(template`
    select coalesce(max(changed_at)::text, '') as at from kept_settings`);
  if (last?.at !== config.keptAt) begin();
}

/** Readers add what is not counted yet: counted together, the changes of some seconds write to one row. */
const COUNT_MS = 5 * SECOND_MS;

/** Work that is done as soon as it is there. */
const looksOf = (deps: Deps): Look[] => [
  { name: 'place-events', isWaiting: eventsWait, run: () => placeAll(deps.sql) },
  mailing(deps, attachmentsFor(deps.db)),
  { name: 'deliver-webhooks', isWaiting: deliveriesWait, run: () => deliverWebhooks(deps) },
  { name: 'answer-reset-requests', isWaiting: resetsWait, run: () => answerResetRequests(deps) },
  { name: 'fetch-pictures', isWaiting: picturesWait, run: () => fetchPictures(deps) },
  { name: 'run-campaigns', isWaiting: campaignsWait, run: () => runCampaigns(deps) },
  { name: 'count-totals', isWaiting: totalsWait, run: () => countTotals(deps), restMs: COUNT_MS },
  { name: 'count-figures', isWaiting: figuresWait, run: () => countFigures(deps), restMs: COUNT_MS },
];

/**
 * Starts a process's work besides answering requests.
 * @param begin starts this process again with the settings that administrators changed
 */
export function startBackground(deps: Deps, begin: () => void = () => {}): Repeating {
  listenForMessages(deps);
  const receipts = listenForReceipts(deps);
  const messaging = startMessaging(deps);
  const voice = startVoice(deps);
  const smpp = startSmppServer(deps);
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
  const schedule = startSchedule(deps, [
    ...messaging.looks,
    ...voice.looks,
    ...(smpp?.works ?? []),
    simulated.look,
    { name: 'do-due-jobs', isWaiting: jobsWait, run: wakeQueues },
    { name: 'release-abandoned-jobs', isWaiting: jobsAreHeld, run: () => abandoned.look() },
    ...looksOf(deps),
    ...roundsOf(deps),
    { name: 'watch-kept-settings', everyMs: WATCH_KEPT_MS, run: () => watchKept(deps, begin) },
    ...choresOf(deps),
  ]);
  return {
    stop: async () => {
      await smpp?.stop();
      await Promise.all([schedule, messaging, voice, simulated, ...queues].map((each) => each.stop()));
      // Last of all, because sends under way are answered over the same connections.
      await receipts.stop();
      // Otherwise what was seen since the last time would be lost with the process.
      await writeKeyUses(deps).catch((error: unknown) => deps.log.warn({ error }, 'key uses were not kept'));
    },
  };
}
