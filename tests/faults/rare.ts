import { type Fault, without } from './fault.ts';

const RARE_CASES = 'recovery/faults';

/** Cuts, kills, proxies and carriers that throw: what hardly ever happens. */
export const RARE: readonly Fault[] = [
  {
    name: 'a database that is away is an error of ours',
    file: 'src/edge/http/on-error.ts',
    find: 'if (isUnavailable(error, code)) {',
    put: 'if (error === null) {',
    tests: [RARE_CASES, 'recovery/restart'],
  },
  {
    name: 'an error of ours says what it was',
    file: 'src/edge/http/on-error.ts',
    find: "problemResponse(new Problem('internal', fault('internal')).toBody());",
    put: "problemResponse({ ...new Problem('internal', fault('internal')).toBody(), detail: String(error) });",
    tests: [RARE_CASES],
  },
  {
    name: 'the address that a client invents is taken for its own',
    file: 'src/edge/http/elysia.ts',
    find: 'chain.at(-trustedProxies)',
    put: 'chain.at(0)',
    tests: [RARE_CASES],
  },
  {
    name: 'an invented address counts though no proxy is trusted',
    file: 'src/edge/http/elysia.ts',
    find: 'if (trustedProxies > 0) {',
    put: 'if (trustedProxies >= 0) {',
    tests: [RARE_CASES],
  },
  {
    name: 'any text is a place in the stream of events',
    file: 'src/platform/events/position.ts',
    find: '/^\\d{1,15}$/.test(text)',
    put: '/\\d/.test(text)',
    tests: [RARE_CASES],
  },
  {
    name: 'a message of which its carrier threw an error is refunded at once',
    file: 'src/services/messaging/delivery/hand-over.ts',
    find: "return { kind: 'uncertain', detail: error instanceof Error ? error.message : 'failed' };",
    put: "return { kind: 'refused', reason: String(error), blame: 'recipient' };",
    tests: ['api/messaging/late-claims'],
  },
  {
    name: 'a call of which its carrier threw an error fails at once',
    file: 'src/services/voice/running/dial.ts',
    find: "return { kind: 'uncertain', detail: error instanceof Error ? error.message : 'failed' };",
    put: "return { kind: 'refused', reason: String(error), blame: 'recipient' };",
    tests: ['api/voice/uncertain'],
  },
  {
    name: 'a call that no carrier has confirmed is waited for for hours',
    file: 'src/services/voice/running/inquire.ts',
    find: 'const patience = neverTaken ? HAND_OVER_WITHIN_MS : patienceMs;',
    put: 'const patience = patienceMs;',
    tests: ['api/voice/uncertain'],
  },
  {
    name: 'a hang-up that failed is tried again only a minute later',
    file: 'src/services/voice/running/inquire.ts',
    find: '(call.hangUpRequestedAt ? HANG_UP_AGAIN_MS : ASK_AGAIN_MS)',
    put: 'ASK_AGAIN_MS',
    tests: ['api/voice/uncertain', 'api/voice/late-answer'],
  },
  {
    name: 'each attempt of a webhook has an id of its own',
    file: 'src/accounts/webhooks/deliveries/deliver.ts',
    find: "'webhook-delivery': delivery.id,",
    put: "'webhook-delivery': `${delivery.id}${delivery.attempts}`,",
    tests: ['recovery/kills', 'api/webhooks/deliver'],
  },
  {
    name: 'a webhook that was claimed is never tried again',
    file: 'src/accounts/webhooks/deliveries/deliver.ts',
    find: 'attempts = d.attempts + 1',
    put: "attempts = d.attempts + 1, status = 'failed'",
    tests: ['recovery/kills'],
  },
  {
    name: 'a mail that was sent is sent again',
    file: 'src/platform/mail/send.ts',
    find: "await record(deps, eq(mails.id, claimed.id), { status: 'sent', error: null });",
    put: '',
    tests: ['mail/delivery', 'recovery/kills'],
  },
  {
    name: 'a call that lasted 0 s costs a minute',
    file: 'src/money/ledger/set-aside.ts',
    find: 'Math.min(call.maxMinutes * SECONDS, Math.ceil(seconds))',
    put: 'Math.min(call.maxMinutes * SECONDS, Math.ceil(seconds) || 1)',
    tests: ['api/voice/ends', 'api/voice/money'],
  },
];

/** How long each thing is kept: longer than promised, or shorter. */
export const KEPT: readonly Fault[] = [
  ...bothWays('reports of health', 'src/carriers/history.ts', 'SHOWN_MS + 3_600_000', [
    'SHOWN_MS + 3_700_000',
    'SHOWN_MS + 3_500_000',
  ]),
  ...bothWays(
    'deliveries of webhooks',
    'src/accounts/webhooks/deliveries/expire.ts',
    'webhookLogsKeptDays)',
    ['webhookLogsKeptDays + 1)', 'webhookLogsKeptDays - 1)'],
  ),
  ...bothWays(
    'parts of messages',
    'src/services/messaging/history/expire-sent-parts.ts',
    'const KEPT_DAYS = 14;',
    ['const KEPT_DAYS = 15;', 'const KEPT_DAYS = 13;'],
  ),
  ...bothWays('parts that came in', 'src/services/inbox/expire-parts.ts', 'const KEPT_MS = 86_400_000;', [
    'const KEPT_MS = 90_000_000;',
    'const KEPT_MS = 80_000_000;',
  ]),
  ...bothWays('known devices', 'src/callers/sessions/known-devices.ts', 'const DEVICE_DAYS = 400;', [
    'const DEVICE_DAYS = 401;',
    'const DEVICE_DAYS = 399;',
  ]),
  ...bothWays('holds that ran out', 'src/services/numbers/holds/expire-holds.ts', 'const LAPSED_DAYS = 7;', [
    'const LAPSED_DAYS = 8;',
    'const LAPSED_DAYS = 6;',
  ]),
  ...bothWays(
    'packages whose order was given up',
    'src/services/trunks/expire-unpaid.ts',
    'const UNPAID_DAYS = 30;',
    ['const UNPAID_DAYS = 31;', 'const UNPAID_DAYS = 29;'],
  ),
  ...bothWays(
    'answers of carriers',
    'src/services/messaging/history/expire-attempts.ts',
    'config.attemptsKeptDays * 86_400_000',
    ['(config.attemptsKeptDays + 3) * 86_400_000', '(config.attemptsKeptDays - 3) * 86_400_000'],
  ),
  ...bothWays(
    'recordings',
    'src/services/voice/recordings/expire-recordings.ts',
    'config.recordingsKeptDays)',
    ['config.recordingsKeptDays + 3)', 'config.recordingsKeptDays - 3)'],
  ),
  ...bothWays(
    'texts of messages',
    'src/services/messaging/history/expire-texts.ts',
    'config.messageTextsKeptDays)',
    ['config.messageTextsKeptDays + 3)', 'config.messageTextsKeptDays - 3)'],
    'recovery/kept-for',
  ),
  ...bothWays(
    'receipts',
    'src/money/payments/forget-receipts.ts',
    'deps.config.receiptsKeptDays)',
    ['deps.config.receiptsKeptDays + 3)', 'deps.config.receiptsKeptDays - 3)'],
    'recovery/kept-for',
  ),
  without(
    'the receipt of a payment that waits is deleted',
    'src/money/payments/forget-receipts.ts',
    " and t.status = 'pending'",
    ['recovery/kept-for'],
    ' and false',
  ),
  without(
    'a message that is still to be sent loses its text',
    'src/services/messaging/history/expire-texts.ts',
    'filter(({ open, has_text }) => !open && has_text)',
    ['recovery/kept-for'],
    'filter(({ has_text }) => has_text)',
  ),
];

function bothWays(
  what: string,
  file: string,
  find: string,
  [longer, shorter]: readonly [string, string],
  test = 'recovery/retention',
): Fault[] {
  return [
    { name: `${what} are kept too long`, file, find, put: longer, tests: [test] },
    { name: `${what} go too early`, file, find, put: shorter, tests: [test] },
  ];
}
