import type { Transaction } from '../../platform/events/transact.ts';
import { type CallRow, presentCall, type RecordingRow } from './present-call.ts';
import { callStatusEvent } from './events.ts';

/** Tells a call's owner about its present state. */
export function announceCall(tx: Transaction, call: CallRow, recordings: readonly RecordingRow[]): void {
  const { callDetails: _details, ...shown } = presentCall(call, recordings);
  tx.publish(callStatusEvent, call.userId, shown);
}
