import type { Fault } from './fault.ts';

/** What comes after its time: answers after their claim, files after their row, jobs after their queue. */
export const LATE: readonly Fault[] = [
  {
    name: 'nobody waits for what became of a job',
    file: 'db/jobs.ts',
    find: 'completeJobBatchDelay: 0,',
    put: '',
    tests: ['recovery/jobs'],
  },
  {
    name: 'a carrier that never says what became of a message holds up the others',
    file: 'src/services/messaging/delivery/recover.ts',
    find: 'await answerWithin(SEND_TIMEOUT_MS, carrier.lookup(recipient.id))',
    put: 'await carrier.lookup(recipient.id)',
    tests: ['api/messaging/late-claims'],
  },
  {
    name: 'the error of an answer is caught by nobody',
    file: 'src/services/messaging/delivery/hand-over.ts',
    find: 'return await answerWithin(SEND_TIMEOUT_MS, answer, late);',
    put: 'return answerWithin(SEND_TIMEOUT_MS, answer, late);',
    tests: ['api/messaging/late-claims', 'api/messaging/hand-over', 'api/messaging/recover'],
  },
  {
    name: 'messages are sent to a number that was refunded by then',
    file: 'src/services/numbers/provisioning/provision.ts',
    find: 'if (isActive) return receiveMessages(',
    put: 'if (isActive || row.number) return receiveMessages(',
    tests: ['api/numbers/late-answers'],
  },
  {
    name: 'a late answer of a webhook counts after a new attempt',
    file: 'src/accounts/webhooks/deliveries/deliver.ts',
    find: '      eq(webhookDeliveries.attempts, delivery.attempts),\n',
    put: '',
    tests: ['api/webhooks/late-answers'],
  },
  {
    name: 'a late answer of a webhook undoes what was settled',
    file: 'src/accounts/webhooks/deliveries/deliver.ts',
    find: "      eq(webhookDeliveries.status, 'pending'),\n      eq(webhookDeliveries.attempts",
    put: '      eq(webhookDeliveries.attempts',
    tests: ['api/webhooks/late-answers'],
  },
  {
    name: 'what is due is left although all that was under way has ended',
    file: 'src/accounts/webhooks/deliveries/deliver.ts',
    find: 'if (wereUnderWay) continue;',
    put: 'void wereUnderWay;',
    tests: ['api/webhooks/all-that-is-due'],
  },
  {
    name: 'a file whose row was written is deleted',
    file: 'src/edge/uploads/put-object.ts',
    find: 'if (object?.storageKey !== storageKey) await deps',
    put: 'await deps',
    tests: ['api/uploads/store-fails'],
  },
  {
    name: 'a recording whose row was written is deleted',
    file: 'src/services/voice/recordings/fetch-recordings.ts',
    find: 'if (naming.length === 0) await deps',
    put: 'await deps',
    tests: ['api/voice/failed-recordings'],
  },
  {
    name: 'a hang-up that failed is forgotten when the call goes on',
    file: 'src/services/voice/running/apply-news.ts',
    find: '    call.hangUpRequestedAt ? tx.now : new Date(',
    put: '    new Date(',
    tests: ['api/voice/uncertain'],
  },
];
