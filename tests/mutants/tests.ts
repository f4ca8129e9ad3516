/**
 * The tests that should notice a change, by the beginning of a source file's path: the longest beginning counts. Quick
 * ones first, because the first test that fails is enough.
 */
const TESTS: Readonly<Record<string, string>> = {
  'src/callers/': 'api/accounts/account api/accounts/login api/admin/activity api/admin/suspend',
  'src/callers/closing/':
    'api/accounts/closing api/accounts/erasing api/admin/closed-accounts api/accounts/export',
  'src/callers/guards': `
    twins/rights api/accounts/account api/sign-in/step-up api/sign-in/sessions api/accounts/api-keys api/access
    api/admin/acting api/sign-in/admin-two-factor`,
  'src/callers/keys/': 'api/accounts/rotate-api-key api/accounts/api-keys api/sign-in/step-up',
  'src/callers/note-acting': 'api/admin/acting api/admin/activity',
  'src/callers/passwords/': `
    api/accounts/change-password api/accounts/new-passwords unit/accounts/passwords
    mail/password-reset`,
  'src/callers/registration/': `
    api/accounts/first-admin api/accounts/register api/admin/create-user mail/confirm-email
    mail/change-email mail/unconfirmed api/brands/brands`,
  'src/callers/approvals/': `
    api/admin/approval-requests api/admin/approval-limits api/admin/approval-prices`,
  'src/callers/sessions/': `
    api/accounts/account api/sign-in/sessions api/sign-in/session-length api/sign-in/devices
    api/sign-in/step-up recovery/retention`,
  'src/callers/sign-in/': `
    api/accounts/login api/sign-in/step-up api/sign-in/sessions api/sign-in/totp
    api/sign-in/devices api/sign-in/admin-two-factor api/sign-in/session-length
    api/accounts/throttle`,
  'src/callers/sign-in/passkeys/': 'api/sign-in/passkeys api/sign-in/relying-party api/sign-in/step-up',
  'src/callers/sign-in/second-factor/': `
    api/sign-in/totp api/sign-in/turned-secret api/sign-in/admin-two-factor api/sign-in/step-up`,
  'src/callers/sign-in/second-factor/reset': 'api/sign-in/totp api/admin/approval-requests',
  'src/callers/suspend': `
    api/customers/customers api/admin/suspend api/voice/suspended api/messaging/suspended`,
  'src/callers/notify-administrators': 'api/evidence/lost api/admin/alarms',
  'src/callers/throttle': 'api/accounts/throttle api/accounts/login api/http/rate-limit',
  'src/edge/events/': 'unit/events/heartbeat api/events/delivery recovery/faults api/sign-in/sessions',
  'src/platform/events/': `
    unit/events/position unit/events/heartbeat ledger/post api/accounts/account api/admin/suspend
    api/limits/quotas api/events/delivery recovery/faults recovery/retention`,
  'src/platform/events/kind': 'api/http/openapi api/accounts/account',
  'src/platform/events/webhook': 'api/webhooks/manage api/webhooks/deliver',
  'src/money/ledger/': `
    ledger/post api/admin/adjustments ledger/transfers api/payments/orders ledger/margins
    ledger/unearned-margins ledger/totals api/voice/money api/trunks/minutes`,
  'src/money/ledger/call-places': `
    api/limits/calls carriers/calls-in-trunk api/trunks/trunks api/voice/money
    api/admin/approval-limits`,
  'src/money/ledger/charge-sms': `
    api/messaging/send api/limits/send twins/short-send twins/rights api/rates/prices api/messaging/suspended
    api/limits/carrier-cost`,
  'src/money/ledger/debts': 'ledger/unearned-margins api/payments/reversal ledger/margins ledger/transfers',
  'src/money/ledger/fulfilment': 'api/payments/orders api/reseller/reseller api/trunks/trunks',
  'src/money/ledger/quote-call': `
    twins/call-quote api/voice/order api/voice/legs api/trunks/minutes api/limits/calls`,
  'src/money/ledger/set-aside': `
    api/voice/money api/limits/calls api/voice/ends api/voice/legs api/trunks/minutes
    twins/call-quote`,
  'src/money/ledger/on-trial': 'api/accounts/trial api/voice/order api/messaging/send',
  'src/money/ledger/transfer': 'ledger/transfers api/customers/transfers',
  'src/money/payments/': `
    api/payments/transactions api/payments/list-coins api/payments/quotes api/payments/verify
    api/payments/rates api/payments/timeline`,
  'src/money/payments/found/': 'chain/found-order chain/own-addresses chain/wallets',
  'src/money/ledger/post': `
    ledger/post api/accounts/trial api/admin/adjustments api/payments/reversal ledger/margins`,
  'src/platform/events/transact': 'ledger/post api/events/delivery api/webhooks/deliver',
  'src/money/payments/orders/': `
    api/payments/orders api/payments/order-price api/payments/order-obstacles
    api/payments/orders-race`,
  'src/money/payments/quotes/': `
    unit/payments/free-amount unit/payments/pounds-at-rate api/payments/quotes api/payments/rates
    api/payments/own-addresses api/payments/transactions`,
  'src/money/payments/reversals/': `
    api/payments/reversal api/payments/approval api/payments/transactions`,
  'src/money/payments/review/': `
    api/payments/verify api/payments/approval api/payments/received api/payments/undecided
    api/payments/late api/payments/orders api/admin/payments`,
  'src/money/payments/review/verify': `
    api/payments/verify chain/screening api/payments/approval api/payments/received api/payments/orders mail/notices`,
  'src/money/payments/forget': 'recovery/kept-for api/accounts/closing',
  'src/services/messaging/media/': 'api/messaging/media',
  'src/services/messaging/delivery/': `
    unit/messaging/rules unit/messaging/reasons api/messaging/delivery api/messaging/receipts
    api/messaging/late-answers api/messaging/claim api/messaging/hand-over api/messaging/schedule
    api/messaging/fail-over api/messaging/unknown`,
  'src/services/messaging/delivery/apply-part': 'carriers/smpp-parts carriers/smpp-receipts',
  'src/services/messaging/delivery/keep-parts': 'carriers/smpp-parts carriers/smpp-receipts',
  'src/services/messaging/delivery/split-by-parts': 'carriers/vonage-parts carriers/smpp-parts',
  'src/services/messaging/delivery/record-attempts': 'api/messaging/fail-over api/messaging/unknown',
  'src/services/messaging/delivery/ask': 'api/carriers/prices carriers/money',
  'src/services/messaging/delivery/recover': `
    api/messaging/recover api/messaging/unknown api/messaging/late-claims`,
  'src/services/messaging/delivery/refund': `
    api/messaging/unknown api/messaging/removed-carrier api/limits/send api/messaging/schedule
    api/customers/prices`,
  'src/services/messaging/delivery/rename': 'api/messaging/receipts carriers/smpp-receipts',
  'src/services/messaging/delivery/route': `
    api/rates/routing api/carriers/shares api/messaging/removed-carrier api/messaging/fail-over`,
  'src/services/messaging/delivery/roll-up': `
    api/messaging/delivery api/messaging/receipts api/messaging/list api/messaging/schedule
    api/messaging/unknown`,
  'src/services/messaging/delivery/stop-waiting': `
    api/messaging/schedule api/admin/suspend api/messaging/cancel-leaves-nothing
    api/accounts/closing`,
  'src/services/messaging/delivery/judge': 'api/messaging/judgement api/messaging/validity',
  'src/services/messaging/delivery/hold': 'api/messaging/suspended api/messaging/schedule api/rates/closed',
  'src/services/messaging/history/': `
    api/messaging/list api/messaging/unknown api/messaging/delivery api/accounts/closing`,
  'src/services/messaging/history/erase': 'api/accounts/closing api/accounts/erasing',
  'src/money/payments/get-timeline': 'api/payments/timeline chain/wallets',
  'src/money/payments/erase': 'api/accounts/closing api/accounts/erasing',
  'src/money/payments/submit':
    'api/payments/transactions api/payments/orders api/payments/quotes chain/wallets',
  'src/services/messaging/history/expire': 'recovery/kept-for recovery/retention',
  'src/services/messaging/opt-outs/': `
    unit/messaging/opt-out-words api/messaging/opt-outs api/accounts/erasing api/messaging/left-out api/inbox/inbox
    api/accounts/closing`,
  'src/services/messaging/sending/': `
    unit/messaging/recipients unit/messaging/personal-text api/messaging/send
    api/messaging/left-out api/messaging/resend api/messaging/schedule api/messaging/personal
    api/messaging/number-facts api/limits/carrier-cost api/messaging/price-change`,
  'src/services/messaging/sending/one-statement/': `
    api/messaging/send api/messaging/left-out twins/short-send api/messaging/personal
    api/messaging/price-change api/limits/send api/messaging/number-facts api/messaging/suspended
    api/messaging/opt-outs`,
  'src/services/messaging/sending/cancel': `
    api/messaging/stood-still api/messaging/schedule api/messaging/cancel-leaves-nothing`,
  'src/services/messaging/templates/': 'api/templates/templates',
  'src/services/voice/': `
    api/voice/order api/voice/ends api/voice/recovery api/accounts/closing api/voice/suspended
    api/voice/money`,
  'src/services/voice/add-call': 'api/voice/order api/voice/legs api/limits/calls',
  'src/services/voice/inbound/': 'api/voice/incoming carriers/calls-in',
  'src/services/voice/recordings/': 'api/voice/recordings api/voice/failed-recordings recovery/retention',
  'src/services/voice/running/': `
    api/voice/order api/voice/ends api/voice/late-answer api/voice/uncertain api/voice/recovery
    api/voice/money api/voice/legs`,
  'src/services/voice/running/ask': 'api/carriers/prices carriers/money',
  'src/services/voice/running/choose': `
    api/rates/call-routing api/carriers/shares api/voice/order`,
  'src/services/voice/running/calling': `
    api/rates/call-routing api/voice/order api/voice/ends`,
  'src/services/voice/running/connect': 'api/voice/legs carriers/legs',
  'src/services/voice/running/give': `
    carriers/call-instructions api/voice/legs carriers/legs carriers/calls-in api/voice/incoming`,
  'src/services/voice/running/receive': `
    api/voice/ends api/voice/legs api/voice/late-answer api/voice/untold api/carriers/traffic`,
  'src/services/voice/trunk/':
    'api/sip/authorize-call api/sip/asked api/trunks/sip api/sip/registrations carriers/calls-in-trunk',
  'src/services/voice/erase': 'api/accounts/closing api/accounts/erasing',
};

/**
 * The test files, below `tests` and without their ending, that should notice a change of a source file: first those that
 * have a word of its name, as `payments/reject` has of `review/reject.ts`.
 */
export function testsOf(file: string): readonly string[] {
  const [longest] = Object.keys(TESTS)
    .filter((beginning) => file.startsWith(beginning))
    .toSorted((one, other) => other.length - one.length);
  const tests = longest === undefined ? [] : (TESTS[longest] ?? '').trim().split(/\s+/);
  const words = new Set(wordsOf(file.replace(/\.ts$/, '')));
  const isNamesake = (test: string) => wordsOf(test).some((word) => words.has(word));
  return [...tests.filter(isNamesake), ...tests.filter((test) => !isNamesake(test))];
}

/** The words of a file's name, in one form: `orders` as `order`. */
const wordsOf = (path: string): string[] =>
  (path.split('/').at(-1) ?? '')
    .split('-')
    .map((word) => word.replace(/s$/, ''))
    .filter(({ length }) => length > 2);
