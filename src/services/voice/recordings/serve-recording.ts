import { and, eq, ne } from 'drizzle-orm';
import { type ActingWith, type Actor, type Calling, audit } from '../../../callers/audit.ts';
import type { Queryable } from '../../../../db/client.ts';
import { callRecordings, incomingCalls, voiceCalls } from '../../../../db/schema/index.ts';
import { forbidden } from '../../../callers/caller.ts';
import type { Deps } from '../../deps.ts';
import { FileAnswer } from '../../../platform/kit/answer.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { announceCall } from '../announce.ts';
import { type RecordingRow, lockOwnCall } from '../read-call.ts';

/** The recording that the path names. */
export interface RecordingPlace {
  userId: string;
  callId: string;
  recordingId: string;
}

/**
 * The sound of a recording, only for the account that placed the call: administrators see that it exists but cannot
 * listen to it.
 * @throws not_found, forbidden, not_allowed_now (it is not ready yet)
 */
export async function getRecording(
  { deps, actor }: Calling<Deps>,
  { place, download }: { place: RecordingPlace; download: boolean },
): Promise<FileAnswer> {
  const row = await findRecording(deps.db, actor, place);
  const { storageKey, contentType } = row;
  if (!storageKey || !contentType) {
    throw new Problem('not_allowed_now', sentence('recordingNotReady'));
  }
  const bytes = await deps.objects.get(storageKey);
  if (!bytes) throw notFound('Recording');
  const ending = contentType === 'audio/mpeg' ? 'mp3' : 'wav';
  const name = `call-${place.callId}.${ending}`;
  return new FileAnswer({ contentType, name, shown: !download, keeping: 'nobody' }, async () => bytes);
}

/**
 * Deletes a recording. Nobody can hear it from now on; after that it is removed from the store and from the carrier.
 * @throws not_found, forbidden
 */
export async function deleteRecording({ tx, deps, actor }: ActingWith<Deps>, place: RecordingPlace): Promise<void> {
  const row = await findRecording(tx.db, actor, place);
  const call = await lockOwnCall(tx.db, place.userId, place.callId);
  await tx.db
    .update(callRecordings)
    .set({ status: 'deleted', dueAt: tx.now, attempts: 0 })
    .where(eq(callRecordings.id, row.id));
  await tx.db.update(incomingCalls).set({ transcript: null }).where(eq(incomingCalls.callId, call.id));
  await audit(tx, actor, 'recording.deleted', {
    subject: call.destination,
    userId: place.userId,
    detail: { callId: call.id, recordingId: row.id },
  });
  await announceCall(tx, call);
  tx.afterCommit(() => deps.signals.recordingsDue.fire());
}

async function findRecording(
  db: Queryable,
  actor: Actor,
  { userId, callId, recordingId }: RecordingPlace,
): Promise<RecordingRow> {
  const [found] = await db
    .select({ recording: callRecordings })
    .from(callRecordings)
    .innerJoin(voiceCalls, eq(voiceCalls.id, callRecordings.callId))
    .where(
      and(
        eq(callRecordings.id, recordingId),
        eq(voiceCalls.id, callId),
        eq(voiceCalls.userId, userId),
        ne(callRecordings.status, 'deleted'),
      ),
    );
  if (!found) throw notFound('Recording');
  if (actor.id !== userId) throw forbidden();
  return found.recording;
}
