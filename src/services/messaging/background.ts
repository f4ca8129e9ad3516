import type { Tasks } from '../../../db/jobs.ts';
import type { Deps } from '../deps.ts';
import { every, type Repeating } from '../../platform/kit/every.ts';
import { Runner } from '../../platform/kit/runner.ts';
import { applyReceipts } from './delivery/apply-receipts.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { recoverAbandoned } from './delivery/recover.ts';
import { SEND_MESSAGE } from './delivery/message-job.ts';
import { sendMessage } from './delivery/run-message-job.ts';

/** The sweep finds work without a signal: work of a process that ended, and messages whose pause is over. */
const SWEEP_MS = 1000;

/**
 * Sends, reports and recovers in this process, woken by its signals and by a sweep. Large messages and scheduled
 * messages come as jobs.
 */
export function startMessaging(deps: Deps): Repeating & { tasks: Tasks } {
  const dispatcher = new Dispatcher(deps);
  const receipts = new Runner(() =>
    applyReceipts(deps).catch((error: unknown) => deps.log.warn({ error }, 'applying reports failed')),
  );
  const quiet = [
    deps.signals.smsQueued.on(() => dispatcher.wake()),
    deps.signals.receiptsArrived.on(() => receipts.wake()),
  ];
  const sweep = every(deps.log, { name: 'sweep-messages', intervalMs: SWEEP_MS }, async () => {
    receipts.wake();
    await recoverAbandoned(deps);
    dispatcher.wake();
  });
  return {
    tasks: { [SEND_MESSAGE]: (payload) => sendMessage(deps, dispatcher, payload) },
    stop: async () => {
      for (const stopListening of quiet) stopListening();
      await sweep.stop();
      await dispatcher.stop();
      await receipts.stop();
    },
  };
}
