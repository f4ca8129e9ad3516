import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { callRecordings, voiceCalls } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { CallRow, RecordingRow } from './present-call.ts';

/** The recordings of some calls, without deleted ones, oldest first. */
export const readRecordings = async (db: Queryable, callIds: readonly string[]): Promise<RecordingRow[]> =>
  callIds.length === 0
    ? []
    : db
        .select()
        .from(callRecordings)
        .where(and(inArray(callRecordings.callId, [...callIds]), ne(callRecordings.status, 'deleted')))
        .orderBy(asc(callRecordings.id));

/** A user's call, locked until the transaction ends. @throws not_found */
export async function lockOwnCall(db: Queryable, userId: string, callId: string): Promise<CallRow> {
  const [call] = await db
    .select()
    .from(voiceCalls)
    .where(and(eq(voiceCalls.id, callId), eq(voiceCalls.userId, userId)))
    .for('update');
  if (!call) throw notFound('Call');
  return call;
}

/** Any call, locked until the transaction ends; undefined if there is none. */
export async function lockCall(db: Queryable, callId: string): Promise<CallRow | undefined> {
  const [call] = await db.select().from(voiceCalls).where(eq(voiceCalls.id, callId)).for('update');
  return call;
}
