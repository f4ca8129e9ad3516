import type { incomingCalls } from '../../../../db/schema/index.ts';
import { add, formatMoney, type Money, ZERO } from '../../../platform/kit/money.ts';
import { type CallParts, type CallRow, presentLeg, presentRecordings } from '../read-call.ts';
import type { ReceivedCall } from './contract.ts';

export type IncomingRow = typeof incomingCalls.$inferSelect;

/** A call to a number, as the number's owner sees it. */
export const presentReceived = (
  call: CallRow,
  incoming: IncomingRow,
  { legs, recordings }: CallParts,
): ReceivedCall => ({
  id: call.id,
  userId: call.userId,
  from: call.callerId,
  to: call.destination,
  outcome: incoming.outcome,
  notForwarded: incoming.notForwarded,
  duration: call.duration,
  cost: formatMoney(
    legs.reduce<Money>((sum, { actualCost }) => add(sum, actualCost), ZERO),
    4,
  ),
  receivedAt: call.calledAt.toISOString(),
  endedAt: call.endedAt?.toISOString() ?? null,
  legs: legs.map(presentLeg),
  recordings: presentRecordings(recordings),
  transcript: incoming.transcript,
  quality: call.quality,
});
