import { and, eq, isNull, type SQL, sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import { callRecordings, voiceCalls } from '../../../db/schema/index.ts';
import { columnsOf, updateOf } from '../../../db/table-rows.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { CallParts, CallRow, RecordingRow } from './present-call.ts';

const callRow = columnsOf(voiceCalls);
/** Changes a call that this transaction has locked. @returns it as it is then */
export const updateCall = updateOf(voiceCalls);

const recordingRow = columnsOf(callRecordings);

type Raw = Record<string, unknown>;

type Of = (p: Placeholders<{ callIds: string }>) => SQL;
const some: Of = (p) => template`any (string_to_array(${p.callIds}::text, ',')::uuid[])`;
/** PostgreSQL plans a list of unknown length anew each time. */
const one: Of = (p) => template`${p.callIds}::uuid`;

const recordingsOf = (of: Of) =>
  prepared<{ callIds: string }, Raw>(
    (p) => template`
    select ${recordingRow.list} from call_recordings where call_id = ${of(p)} and status <> 'deleted' order by id`,
  );
const recordings = { some: recordingsOf(some), one: recordingsOf(one) };

/** The recordings of some calls, without deleted ones, oldest first. */
export async function readRecordings(db: Queryable, callIds: readonly string[]): Promise<RecordingRow[]> {
  if (callIds.length === 0) return [];
  return (await recordings[callIds.length === 1 ? 'one' : 'some'](driverOf(db), { callIds: callIds.join(',') })).map(
    recordingRow.read,
  );
}

const legsOf = (of: Of) =>
  prepared<{ callIds: string }, Raw>(
    (p) => template`select ${callRow.list} from voice_calls where parent_id = ${of(p)} order by id`,
  );
const legs = { some: legsOf(some), one: legsOf(one) };

/** The legs of some calls, in the order of their ids. */
export async function readLegs(db: Queryable, callIds: readonly string[]): Promise<CallRow[]> {
  if (callIds.length === 0) return [];
  return (await legs[callIds.length === 1 ? 'one' : 'some'](driverOf(db), { callIds: callIds.join(',') })).map(
    callRow.read,
  );
}

/** Reads the parts that are shown with a call. One of a trunk has no legs, and recordings only where it is recorded. */
export const readParts = async (
  db: Queryable,
  { id, origin, recorded }: Pick<CallRow, 'id' | 'origin' | 'recorded'>,
): Promise<CallParts> => ({
  recordings: origin === 'trunk' && !recorded ? [] : await readRecordings(db, [id]),
  legs: origin === 'trunk' ? [] : await readLegs(db, [id]),
});

/** The legs of a call that have not ended, locked until the transaction ends. @param callId locked already */
export const lockLegs = async (db: Queryable, callId: string): Promise<CallRow[]> =>
  (await legsToLock(driverOf(db), { callId })).map(callRow.read);

const legsToLock = prepared<{ callId: string }, Raw>(
  (p) => template`
    select ${callRow.list} from voice_calls where parent_id = ${p.callId}::uuid and ended_at is null
    order by id for update`,
);

/** A user's call, locked until the transaction ends. @throws not_found */
export async function lockOwnCall(db: Queryable, userId: string, callId: string): Promise<CallRow> {
  const [call] = await db
    .select()
    .from(voiceCalls)
    .where(and(eq(voiceCalls.id, callId), eq(voiceCalls.userId, userId), isNull(voiceCalls.parentId)))
    .for('update');
  if (!call) throw notFound('Call');
  return call;
}

const lock = prepared<{ callId: string }, Raw>(
  (p) => template`
    select ${callRow.list} from voice_calls
    where id = ${p.callId}::uuid
      or id = (select leg.parent_id from voice_calls leg where leg.id = ${p.callId}::uuid)
    order by id for update`,
);

/**
 * Any call, locked until the transaction ends; undefined if there is none. With a leg, the call that leads on to it is
 * locked first: the same order everywhere, because the end of a call also ends its legs.
 */
export async function lockCall(db: Queryable, callId: string): Promise<CallRow | undefined> {
  const rows = await lock(driverOf(db), { callId });
  return rows.map(callRow.read).find(({ id }) => id === callId);
}
