import type { Transaction } from '../../platform/events/transact.ts';
import { callStatusEvent } from './events.ts';
import { announceReceived } from './inbound/announce-received.ts';
import { type CallRow, lockCall, presentCall, readParts } from './read-call.ts';

/**
 * Tells a call's owner about its present state. The state of a leg is told with the call that leads on to it.
 * @param endsNow whether it is this transaction that ended it
 */
export async function announceCall(tx: Transaction, row: CallRow, endsNow = false): Promise<void> {
  const call = row.parentId === null ? row : await lockCall(tx.db, row.parentId);
  if (!call) throw new Error('a leg has no call');
  if (call.origin === 'incoming') return announceReceived(tx, call, endsNow && row.parentId === null);
  publish(tx, call, await readParts(tx.db, call));
}

/** Tells a call's owner about a call that this transaction has added, with its leg. */
export const announceNew = (tx: Transaction, call: CallRow, legs: CallRow[]): void =>
  publish(tx, call, { recordings: [], legs });

function publish(tx: Transaction, call: CallRow, more: Parameters<typeof presentCall>[1]): void {
  const { callDetails: _details, ...shown } = presentCall(call, more);
  tx.publish(callStatusEvent, call.userId, shown);
}
