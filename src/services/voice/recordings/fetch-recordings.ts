import { and, eq } from 'drizzle-orm';
import { callRecordings } from '../../../../db/schema/index.ts';
import { transact } from '../../../platform/events/transact.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { RECORDING_TIMEOUT_MS, type VoiceCarrier } from '../../../carriers/voice-port.ts';
import { carrierFiles, type DueFile, type Fetched } from '../../carrier-files.ts';
import type { Deps } from '../../deps.ts';
import { announceCall } from '../announce.ts';
import { announceVoicemail } from '../inbound/announce-received.ts';
import { writeOfMissed } from '../inbound/write-of-missed.ts';
import { lockCall } from '../read-call.ts';

/** After this many failed attempts a recording is given up: half a day with the pauses. */
const MAX_ATTEMPTS = 24;

/** The answering machine of the SIP edge made a recording that no carrier has. */
export const EDGE_RECORDER = 'sip-edge';

interface DueRecording extends DueFile {
  call_id: string;
  provider_recording_id: string;
}

const recordings = carrierFiles<DueRecording>({
  ...{ name: 'recording', table: callRecordings, timeoutMs: RECORDING_TIMEOUT_MS },
  most: { processing: MAX_ATTEMPTS, deleted: MAX_ATTEMPTS },
  fetch: async (deps, due) => voiceOf(deps, due).fetchRecording(due.provider_recording_id),
  end,
  forget,
});

/** Tells whether a recording is to be fetched or removed. */
export const recordingsWait = recordings.wait;

/** Fetches recordings from their carriers into the store, and removes deleted ones from both. Never rejects. */
export const fetchRecordings = (deps: Deps): Promise<void> =>
  recordings.fetchAll(deps).catch((error: unknown) => deps.log.warn({ error }, 'recordings could not be fetched'));

const voiceOf = (deps: Deps, { provider }: DueRecording): VoiceCarrier => {
  const voice = deps.carriers.find(provider)?.voice;
  if (!voice) throw new Error('the carrier of a recording is not configured');
  return voice;
};

async function end(deps: Deps, due: DueRecording, set: Fetched & { dueAt: null }): Promise<boolean> {
  return transact(deps, async (tx) => {
    const call = await lockCall(tx.db, due.call_id);
    const changed = await tx.db
      .update(callRecordings)
      .set(set)
      .where(and(eq(callRecordings.id, due.id), eq(callRecordings.status, 'processing')))
      .returning({ id: callRecordings.id });
    if (!call || changed.length === 0) return false;
    await announceCall(tx, call);
    if (call.origin === 'incoming') {
      // A message that nobody can hear gets no letter of its own.
      await (set.status === 'ready' ? announceVoicemail(tx, call) : writeOfMissed(tx, call));
    }
    return true;
  });
}

async function forget(deps: Deps, due: DueRecording): Promise<void> {
  // A recording of the edge is nowhere else.
  if (due.provider !== EDGE_RECORDER) {
    await answerWithin(RECORDING_TIMEOUT_MS, voiceOf(deps, due).deleteRecording(due.provider_recording_id));
  }
  await deps.db.update(callRecordings).set({ dueAt: null, storageKey: null }).where(eq(callRecordings.id, due.id));
}
