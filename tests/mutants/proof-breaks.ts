/** One break of a promise of docs/proof.md: what becomes of a line, and the test that should notice. */
export interface Break {
  /** How the promise begins in the page. */
  promise: string;
  file: string;
  from: string;
  to: string;
  /** The file of the test, by its short name. */
  test: string;
}

const of = (promise: string, file: string, [from, to]: [from: string, to: string], test: string): Break => ({
  ...{ promise, file: `src/${file}.ts`, from, to, test },
});

/** The breaks, in the order of the page. */
export const BREAKS: readonly Break[] = [
  of(
    'a payment credits once',
    'money/ledger/post',
    ["and(eq(transactions.id, id), eq(transactions.status, 'pending'))", 'and(eq(transactions.id, id))'],
    'ledger/post',
  ),
  of(
    'two administrators are two people',
    'callers/approvals/require-approver',
    ['if (!account.hasSecondFactor)', 'if (false)'],
    'api/admin/approval-requests',
  ),
  of(
    'at a shared address no amount',
    'money/automatic/verify-one',
    ['const obstacle = await sharedAddressObstacle(tx.db, payment);', 'const obstacle = null;'],
    'chain/shared-address',
  ),
  of(
    'the time of a payment is when',
    'money/payments/review/read-received',
    ['late && payment.cryptoAmount ?', 'false && late && payment.cryptoAmount ?'],
    'api/payments/late',
  ),
  of(
    'a verified payment that its chain drops',
    'money/evidence/record-settled',
    ['if (after.lost !== before.lost) await', 'if (false) await'],
    'api/evidence/lost',
  ),
  of(
    'two exchanges that differ',
    'money/rates/look',
    ['const DIFFER_PERCENT = 3;', 'const DIFFER_PERCENT = 30;'],
    'api/payments/rates',
  ),
  of(
    'one administrator gets round the limit',
    'callers/approvals/needs-two',
    ['return add(magnitude(amount), await movedAlone(tx, actor.id)) > most;', 'return false;'],
    'api/admin/day-sums',
  ),
  of(
    'the limits of money at their very values',
    'callers/approvals/needs-two',
    ['await movedAlone(tx, actor.id)) > most;', 'await movedAlone(tx, actor.id)) >= most;'],
    'api/payments/reversal',
  ),
  of(
    'what arrived on a chain counts once',
    'money/payments/hash-once',
    ['eq(transactions.outputIndex, outputIndex)', 'eq(transactions.outputIndex, outputIndex + 1)'],
    'chain/outputs',
  ),
  of(
    'an order is paid once and in one way',
    'money/payments/review/settle-payment',
    ["order.status !== 'pending' || order.cryptocurrency !== null", "order.status !== 'pending'"],
    'api/payments/order-obstacles',
  ),
  of(
    'while margins are taken back',
    'money/ledger/enter',
    ['leaves ? template`not ${owesMarginsSql(users)}` : undefined', 'undefined'],
    'ledger/owed-margins',
  ),
  of(
    'of what a reseller gave a customer',
    'resale/customers/transfer',
    ['if (money <= left) return;', 'return;'],
    'api/customers/transfers',
  ),
  of(
    'limits cannot be passed by many',
    'money/allowances/spend-limits',
    ['<= u.daily_limit)`', '<= u.daily_limit + 1)`'],
    'api/limits/send',
  ),
  of(
    'a price list is deleted only while',
    'money/decks/delete-deck',
    ['if (await isUsed(tx, deckId)) {', 'if (false) {'],
    'api/rates/delete',
  ),
  of(
    'a number that was confirmed long ago',
    'services/senders/sender-state',
    ["and d.status = 'active' and d.expires_at > ${now})", "and d.status = 'active')"],
    'api/senders/proofs-end',
  ),
  of(
    'nothing is sent twice',
    'services/messaging/delivery/hand-over',
    ["if (!mayLeave()) return { kind: 'late' };", ''],
    'api/messaging/late-answers',
  ),
  of(
    'who opted out is named before',
    'services/messaging/delivery/claim',
    ['o.user_id = m.user_id and o.number = c.number', 'o.user_id = m.user_id and false'],
    'api/messaging/opt-outs',
  ),
  of(
    'the 10,000 most used passwords',
    'callers/passwords/check-new-password',
    ['return RUNS.some((run) => run.includes(text) || run.includes(back));', 'return false;'],
    'unit/accounts/most-used',
  ),
  of(
    'a closed account takes no credit',
    'admin/adjust-balance',
    ['if (change > ZERO) await requireNotClosed(tx.db, userId);', ''],
    'api/admin/closed-accounts',
  ),
  of(
    "a reseller's customer pays at most ten times",
    'money/pricing/price-sql',
    [
      'greatest(least(coalesce(l.rate, ${terms}.listed,',
      'greatest(coalesce(coalesce(l.rate, ${terms}.listed,',
    ],
    'twins/prices',
  ),
  of(
    "other people's things below an account",
    'callers/guards',
    ["if (actor.role !== 'admin' && actor.id !== ownerId)", 'if (false)'],
    'api/endpoints/strangers',
  ),
  of(
    'who may call what',
    'callers/guards',
    ["if (isForAdmins && actor.role !== 'admin')", 'if (false)'],
    'api/endpoints/who-may',
  ),
  of(
    'what gives somebody power or money',
    'callers/guards',
    ["interval '${STEP_UP_MINUTES} minutes'", "interval '${STEP_UP_MINUTES} days'"],
    'api/sign-in/step-up',
  ),
  of(
    'a webhook is delivered once by any number of processes',
    'accounts/webhooks/deliveries/deliver',
    ['set due_at = ${p.until}::timestamptz, attempts = d.attempts + 1', 'set attempts = d.attempts + 1'],
    'api/webhooks/deliver',
  ),
  of(
    'a carrier that fails takes no message',
    'services/messaging/delivery/read-answer',
    [
      "change: asked.canBeAsked ? null : { ...answered, to: 'unknown', error: NO_CLEAR_ANSWER },",
      "change: { ...answered, to: 'queued' } as never,",
    ],
    'api/messaging/recover',
  ),
  of(
    'a process that dies while a carrier',
    'services/messaging/delivery/read-answer',
    [
      "change: { ...asked, to: 'unknown', error: NO_CLEAR_ANSWER },",
      "change: { ...asked, to: 'queued', dueAt: now },",
    ],
    'carriers/killed',
  ),
  of(
    'a send that PostgreSQL gives up',
    'platform/events/transact',
    ["new Set(['40001', '40P01'])", 'new Set([])'],
    'api/messaging/send-deadlock',
  ),
  of(
    'an event is delivered if and only if',
    'platform/events/transact',
    ['if (rows.length > 0) host.bus.wake();', ''],
    'api/events/delivery',
  ),
  of(
    'a call is placed at most once',
    'services/voice/running/end-call',
    [
      'const duration = answered ? ending.duration : 0;',
      'const duration = answered ? ending.duration + 60 : 0;',
    ],
    'api/voice/money',
  ),
  of(
    'a forwarded call is two calls',
    'services/voice/running/end-call',
    [
      'const settled = await settleCall(tx, call, isIncoming ? 0 : seconds);',
      'const settled = await settleCall(tx, call, seconds);',
    ],
    'api/voice/incoming',
  ),
  of(
    'a closed account is open to nobody',
    'accounts/closing/erase-closed',
    ['lte(accountClosings.eraseAt, deps.clock.now())', 'isNull(accountClosings.erasedAt)'],
    'api/accounts/closing',
  ),
  of(
    'a number answers by its first rule',
    'services/inbox/answers/earlier',
    ['gt(autoReplies.at, new Date(now.getTime() - DAY_MS)),', 'gt(autoReplies.at, now),'],
    'api/inbox/answer-limits',
  ),
  of(
    'papers for a number are handed in once',
    'services/numbers/papers/hand-in',
    ['round: before.round + 1', 'round: before.round'],
    'api/numbers/hand-in',
  ),
  of(
    'where more waits than a carrier takes',
    'services/messaging/delivery/take-turns',
    [
      'select * from seats order by urgency, round, place',
      'select * from seats order by urgency desc, round, place',
    ],
    'api/messaging/fairness',
  ),
  of(
    'a message of which it is unknown whether',
    'services/messaging/delivery/recover',
    ['answerWithin(SEND_TIMEOUT_MS, carrier.lookup(recipient.id))', 'null'],
    'api/messaging/recover',
  ),
];
