import type { Tasks } from '../../../db/jobs.ts';
import type { Deps } from '../deps.ts';
import type { Repeating } from '../../platform/kit/every.ts';
import { Runner } from '../../platform/kit/runner.ts';
import type { Look } from '../../platform/schedule.ts';
import { applyReceipts, receiptsWait } from './delivery/apply-receipts.ts';
import { claimsEnded, fewWait } from './delivery/claim.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { recoverAbandoned } from './delivery/recover.ts';
import { SEND_MESSAGE } from './delivery/message-job.ts';
import { sendMessage } from './delivery/run-message-job.ts';

/**
 * Sends, reports and recovers in this process, woken by its signals and by looks, which find work without a signal: work
 * of a process that ended, and messages whose pause is over. Large messages and scheduled messages come as jobs.
 */
export function startMessaging(deps: Deps): Repeating & { tasks: Tasks; looks: Look[] } {
  const dispatcher = new Dispatcher(deps);
  const receipts = new Runner(() =>
    applyReceipts(deps).catch((error: unknown) => deps.log.warn({ error }, 'applying reports failed')),
  );
  const quiet = [
    deps.signals.smsQueued.on(() => dispatcher.wake()),
    deps.signals.receiptsArrived.on(() => receipts.wake()),
  ];
  return {
    tasks: { [SEND_MESSAGE]: (payload) => sendMessage(deps, dispatcher, payload) },
    looks: [
      { name: 'apply-receipts', isWaiting: receiptsWait, run: async () => receipts.wake() },
      { name: 'recover-messages', isWaiting: claimsEnded, run: () => recoverAbandoned(deps) },
      { name: 'send-messages', isWaiting: fewWait, run: async () => dispatcher.wake() },
    ],
    stop: async () => {
      for (const stopListening of quiet) stopListening();
      await dispatcher.stop();
      await receipts.stop();
    },
  };
}
