import { callRecordings } from '../../../../db/schema/index.ts';
import { transact } from '../../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { announceCall } from '../announce.ts';
import { announceVoicemail } from '../inbound/announce-received.ts';
import { lockCall } from '../read-call.ts';
import { deleteUnnamed } from '../../carrier-files.ts';
import { EDGE_RECORDER } from './fetch-recordings.ts';

/** A message that a caller left at the SIP edge, or what the edge recorded of a call. */
interface EdgeFile {
  callId: string;
  /** Its own one: what comes twice is one recording. */
  name: string;
  isMessage: boolean;
  /** A WAV file. */
  bytes: Uint8Array;
  /** In seconds. */
  duration: number;
}

/** Keeps a caller's message, and tells the number's owner. A call has one. @throws as `keepFile` */
export const keepMessage = (deps: Deps, message: Omit<EdgeFile, 'name' | 'isMessage'>): Promise<void> =>
  keepFile(deps, { ...message, name: message.callId, isMessage: true });

/**
 * Keeps sound of a call that no carrier has.
 * @throws not_found, unavailable (the store accepts nothing)
 */
export async function keepFile(deps: Deps, { callId, name, bytes, duration, isMessage }: EdgeFile): Promise<void> {
  const id = newId(deps.clock);
  const storageKey = `recording-${id}.${Bun.randomUUIDv7()}`;
  await deps.objects.put(storageKey, bytes).catch((error: unknown) => {
    deps.log.error({ error, bytes: bytes.length }, 'the message of a caller could not be stored');
    throw new Problem('unavailable', sentence('notStored'));
  });
  const file = { storageKey, contentType: 'audio/wav', bytes: bytes.length, duration };
  const ours = { provider: EDGE_RECORDER, carrierRecordingId: name, status: 'ready' } as const;
  try {
    const isNew = await transact(deps, async (tx) => {
      const call = await lockCall(tx.db, callId);
      if (!call) throw notFound('Call');
      const added = await tx.db
        .insert(callRecordings)
        .values({ id, callId, ...ours, ...file, createdAt: tx.now })
        .onConflictDoNothing()
        .returning({ id: callRecordings.id });
      if (added.length === 0) return false;
      await announceCall(tx, call);
      if (isMessage) await announceVoicemail(tx, call);
      return true;
    });
    if (!isNew) await deps.objects.delete(storageKey);
  } catch (error) {
    await deleteUnnamed(deps, callRecordings, storageKey);
    throw error;
  }
}
