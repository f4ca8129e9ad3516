import { eq } from 'drizzle-orm';
import { incomingCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { type CallParts, type CallRow, readParts } from '../read-call.ts';
import { callMissedEvent, receivedCallEvent, voicemailReceivedEvent } from './events.ts';
import { type IncomingRow, presentReceived } from './present-received.ts';
import { readIncoming } from './read-incoming.ts';
import { wantsMail } from './wants-mail.ts';
import { writeOfMissed, writeOfMissedLater } from './write-of-missed.ts';

type Outcome = IncomingRow['outcome'];

/**
 * The result of a call, by its legs and its voicemail. News may come in any order, so it is worked out again
 * each time. Somebody spoke with the caller if a leg was answered, or a trunk.
 */
function outcomeOf(call: CallRow, incoming: IncomingRow, { legs, recordings }: CallParts): Outcome {
  const { outcome, step, steps, legId } = incoming;
  if (outcome === 'blocked') return outcome;
  // A trunk that its carrier rings has a leg; one that the edge rings has none.
  if (call.answeredAt !== null && steps[step]?.kind === 'trunk' && legId === null) return 'answered';
  if (legs.some(({ answeredAt }) => answeredAt !== null)) return 'answered';
  if (outcome === 'voicemail' || recordings.length > 0) return 'voicemail';
  return call.endedAt ? 'missed' : 'ringing';
}

/**
 * Tells the owner of a number about the present state of a call to it; and, once, that nobody spoke with its caller. That
 * is told at its end, whether or not there is a message by then: carriers report of messages before the end or after it.
 * @param call locked by this transaction
 * @param endsNow whether it is this transaction that ended it
 */
export async function announceReceived(tx: Transaction, call: CallRow, endsNow: boolean): Promise<void> {
  const before = await readIncoming(tx.db, call.id);
  const parts = await readParts(tx.db, call);
  const outcome = outcomeOf(call, before, parts);
  if (outcome !== before.outcome) {
    await tx.db.update(incomingCalls).set({ outcome }).where(eq(incomingCalls.callId, call.id));
  }
  const shown = presentReceived(call, { ...before, outcome }, parts);
  tx.publish(receivedCallEvent, call.userId, shown);
  const isMissedNow = outcome === 'missed' && before.outcome !== 'missed';
  if (!isMissedNow && !(outcome === 'voicemail' && endsNow)) return;
  tx.publish(callMissedEvent, call.userId, shown);
  if (outcome === 'voicemail') return;
  // A caller who was asked to leave a message may have left one, also where the call has gone on since.
  const mayLeaveMessage = before.steps.slice(0, before.step + 1).some(({ kind }) => kind === 'voicemail');
  await (mayLeaveMessage ? writeOfMissedLater(tx, call) : writeOfMissed(tx, call));
}

/** Tells the owner of a number that a caller left a message. @param callId of a call to a number; locked */
export async function announceVoicemail(tx: Transaction, call: CallRow): Promise<void> {
  const incoming = await readIncoming(tx.db, call.id);
  tx.publish(voicemailReceivedEvent, call.userId, presentReceived(call, incoming, await readParts(tx.db, call)));
  if (!(await wantsMail(tx, call))) return;
  const { callerId: from, destination: to } = call;
  const text = incoming.transcript ?? '';
  await writeMail(tx, call.userId, { kind: 'voicemail_received', from, to, text });
}
