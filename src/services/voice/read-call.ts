import { and, asc, eq, inArray, isNull, ne, or, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { callRecordings, voiceCalls } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { CallParts, CallRow, RecordingRow } from './present-call.ts';

/** The recordings of some calls, without deleted ones, oldest first. */
export const readRecordings = async (db: Queryable, callIds: readonly string[]): Promise<RecordingRow[]> =>
  callIds.length === 0
    ? []
    : db
        .select()
        .from(callRecordings)
        .where(and(inArray(callRecordings.callId, [...callIds]), ne(callRecordings.status, 'deleted')))
        .orderBy(asc(callRecordings.id));

/** The legs of some calls, in the order of their ids. */
export const readLegs = async (db: Queryable, callIds: readonly string[]): Promise<CallRow[]> =>
  callIds.length === 0
    ? []
    : db
        .select()
        .from(voiceCalls)
        .where(inArray(voiceCalls.parentId, [...callIds]))
        .orderBy(asc(voiceCalls.id));

/** Reads the parts that are shown with a call. */
export const readParts = async (db: Queryable, callId: string): Promise<CallParts> => ({
  recordings: await readRecordings(db, [callId]),
  legs: await readLegs(db, [callId]),
});

/** The legs of a call that have not ended, locked until the transaction ends. @param callId locked already */
export const lockLegs = (db: Queryable, callId: string): Promise<CallRow[]> =>
  db
    .select()
    .from(voiceCalls)
    .where(and(eq(voiceCalls.parentId, callId), isNull(voiceCalls.endedAt)))
    .orderBy(asc(voiceCalls.id))
    .for('update');

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

/**
 * Any call, locked until the transaction ends; undefined if there is none. With a leg, the call that leads on to it is
 * locked first: the same order everywhere, because the end of a call also ends its legs.
 */
export async function lockCall(db: Queryable, callId: string): Promise<CallRow | undefined> {
  const parent = template`(select leg.parent_id from voice_calls leg where leg.id = ${callId}::uuid)`;
  const rows = await db
    .select()
    .from(voiceCalls)
    .where(or(eq(voiceCalls.id, callId), eq(voiceCalls.id, parent)))
    .orderBy(asc(voiceCalls.id))
    .for('update');
  return rows.find(({ id }) => id === callId);
}
