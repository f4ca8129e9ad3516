import { and, eq, type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import { callRecordings } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import type { LookTimes } from '../../../platform/schedule.ts';
import { type RecordedSound, RECORDING_TIMEOUT_MS, type VoiceCarrier } from '../../../carriers/voice-port.ts';
import { announceCall } from '../announce.ts';
import { announceVoicemail } from '../inbound/announce-received.ts';
import { writeOfMissed } from '../inbound/write-of-missed.ts';
import { lockCall } from '../read-call.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';

/** Longer than fetching a recording takes, so that no other process starts with it meanwhile. */
const CLAIM_MS = 2 * RECORDING_TIMEOUT_MS;
/** After this many failed attempts a recording is given up: half a day with the pauses below. */
const MAX_ATTEMPTS = 24;
const LONGEST_PAUSE_MS = HOUR_MS;

/** The answering machine of the SIP edge made a recording that no carrier has. */
export const EDGE_RECORDER = 'sip-edge';

interface DueRecording {
  id: string;
  call_id: string;
  provider: string;
  provider_recording_id: string;
  status: 'processing' | 'deleted';
  storage_key: string | null;
  attempts: number;
}

/** Tells whether a recording is to be fetched or removed. */
export const recordingsWait = (p: LookTimes): SQL => template`exists (
  select from call_recordings where due_at <= ${p.over}::timestamptz)`;

const claimDueRecording = prepared<{ over: Date; until: Date }, DueRecording>(
  (p) => template`
    update call_recordings r set due_at = ${p.until}::timestamptz, attempts = r.attempts + 1
    from (
      select id from call_recordings where due_at <= ${p.over}::timestamptz
      order by due_at limit 1 for update skip locked
    ) due
    where r.id = due.id
    returning r.id, r.call_id, r.provider, r.provider_recording_id, r.status, r.storage_key, r.attempts`,
);

/** Fetches recordings from their carriers into the store, and removes deleted ones from both. Never rejects. */
export async function fetchRecordings(deps: Deps): Promise<void> {
  try {
    for (;;) {
      const until = new Date(deps.clock.now().getTime() + CLAIM_MS);
      const [due] = await claimDueRecording(deps.sql, { over: claimsOverAt(deps.clock), until });
      if (!due) return;
      await (due.status === 'deleted' ? remove(deps, due) : fetchOne(deps, due));
    }
  } catch (error) {
    deps.log.warn({ error }, 'recordings could not be fetched');
  }
}

const voiceOf = (deps: Deps, { provider }: DueRecording): VoiceCarrier => {
  const voice = deps.carriers.find(provider)?.voice;
  if (!voice) throw new Error('the carrier of a recording is not configured');
  return voice;
};

async function fetchOne(deps: Deps, due: DueRecording): Promise<void> {
  try {
    const asked = voiceOf(deps, due).fetchRecording(due.provider_recording_id);
    const sound = await answerWithin(RECORDING_TIMEOUT_MS, asked);
    if (sound) await keep(deps, due, sound);
    else await tryLater(deps, due);
  } catch (error) {
    deps.log.warn({ error, carrier: due.provider, recording: due.id }, 'a recording could not be fetched yet');
    await tryLater(deps, due);
  }
}

async function keep(deps: Deps, due: DueRecording, { bytes, contentType }: RecordedSound): Promise<void> {
  const storageKey = `recording-${due.id}.${Bun.randomUUIDv7()}`;
  await deps.objects.put(storageKey, bytes);
  const file = { status: 'ready', storageKey, contentType, bytes: bytes.length, dueAt: null } as const;
  try {
    // If it was deleted meanwhile, it stays deleted.
    if (!(await change(deps, due, file))) await deps.objects.delete(storageKey);
  } catch (error) {
    await deleteUnnamed(deps, storageKey);
    throw error;
  }
}

/** Deletes a recording's file, unless the database does refer to it and only the answer to that update was lost. */
export async function deleteUnnamed(deps: Deps, storageKey: string): Promise<void> {
  const naming = await deps.db
    .select({ id: callRecordings.id })
    .from(callRecordings)
    .where(eq(callRecordings.storageKey, storageKey));
  if (naming.length === 0) await deps.objects.delete(storageKey);
}

/** 1 s after the first attempt, then twice as long each time. */
const pauseAfter = (attempts: number): number => Math.min(1000 * 2 ** (attempts - 1), LONGEST_PAUSE_MS);

async function tryLater(deps: Deps, due: DueRecording): Promise<void> {
  const dueAt = new Date(deps.clock.now().getTime() + pauseAfter(due.attempts));
  if (due.status === 'processing' && due.attempts >= MAX_ATTEMPTS) {
    await change(deps, due, { status: 'failed', dueAt: null });
    return;
  }
  await deps.db
    .update(callRecordings)
    .set({ dueAt: due.attempts >= MAX_ATTEMPTS ? null : dueAt })
    .where(and(eq(callRecordings.id, due.id), eq(callRecordings.status, due.status)));
}

/** Changes a recording that is not deleted, and tells its owner. @returns whether it was changed */
async function change(
  deps: Deps,
  due: DueRecording,
  set: Partial<typeof callRecordings.$inferInsert> & { status: 'ready' | 'failed' },
): Promise<boolean> {
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

async function remove(deps: Deps, due: DueRecording): Promise<void> {
  try {
    if (due.storage_key) await deps.objects.delete(due.storage_key);
    // A recording of the edge is nowhere else.
    if (due.provider !== EDGE_RECORDER) {
      await answerWithin(RECORDING_TIMEOUT_MS, voiceOf(deps, due).deleteRecording(due.provider_recording_id));
    }
    await deps.db.update(callRecordings).set({ dueAt: null, storageKey: null }).where(eq(callRecordings.id, due.id));
  } catch (error) {
    deps.log.warn({ error, carrier: due.provider, recording: due.id }, 'a recording could not be deleted yet');
    await tryLater(deps, due);
  }
}
