import { and, eq, inArray, isNull, ne, sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { callRecordings, voiceCalls } from '../../../db/schema/index.ts';
import { columnsOf, updateOf } from '../../../db/table-rows.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { CallParts, CallRow, RecordingRow } from './present-call.ts';

const callRow = columnsOf(voiceCalls);
/** Changes a call that this transaction has locked. */
export const updateCall = updateOf(voiceCalls, { isRead: false });

type Raw = Record<string, unknown>;

/** The recordings of some calls, without deleted ones, oldest first. */
export const readRecordings = async (db: Queryable, callIds: readonly string[]): Promise<RecordingRow[]> =>
  db
    .select()
    .from(callRecordings)
    .where(and(inArray(callRecordings.callId, callIds), ne(callRecordings.status, 'deleted')))
    .orderBy(callRecordings.id);

/** The legs of some calls, in the order of their ids. */
export const readLegs = async (db: Queryable, callIds: readonly string[]): Promise<CallRow[]> =>
  db.select().from(voiceCalls).where(inArray(voiceCalls.parentId, callIds)).orderBy(voiceCalls.id);

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
  db
    .select()
    .from(voiceCalls)
    .where(and(eq(voiceCalls.parentId, callId), isNull(voiceCalls.endedAt)))
    .orderBy(voiceCalls.id)
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
