import { and, eq, inArray, isNull, ne, sql as template } from 'drizzle-orm';
import { type Queryable, driverOf } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { callRecordings, voiceCalls } from '../../../db/schema/index.ts';
import { columnsOf, updateOf } from '../../../db/table-rows.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { type CallLeg, type CallRecording, type VoiceCall, isUnderWay } from './contract.ts';

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

export type CallRow = typeof voiceCalls.$inferSelect;
export type RecordingRow = typeof callRecordings.$inferSelect;

/** Everything that belongs to a call. */
export interface CallParts {
  recordings: readonly RecordingRow[];
  legs: readonly CallRow[];
}

const presentAnswered = (call: CallRow) => ({
  ...{ destination: call.destination, status: call.status, duration: call.duration },
  cost: formatMoney(call.cost, 4),
  actualCost: formatMoney(call.actualCost, 4),
  exactCost: call.exactCost === null ? null : formatMoney(call.exactCost, 4),
  ratePerMinute: formatMoney(call.rate, 4),
  ...{ maxMinutes: call.maxMinutes, billedMinutes: call.billedMinutes, packageMinutes: call.trunkMinutes },
  ...{ error: call.error, sipStatus: call.sipStatus },
  answeredAt: call.answeredAt?.toISOString() ?? null,
  endedAt: call.endedAt?.toISOString() ?? null,
});

/** A call as its owner sees it: with its recordings, and its legs inside. */
export const presentCall = (call: CallRow, { recordings, legs }: CallParts): VoiceCall => ({
  ...{ id: call.id, userId: call.userId, origin: call.origin, callerId: call.callerId },
  ...presentAnswered(call),
  ...{ recorded: call.recorded, ivrEnabled: call.ivrEnabled },
  pbxFeatures: {
    callForwarding: call.callForwarding,
    forwardingNumber: call.forwardingNumber,
    voicemail: call.voicemail,
    conferenceCall: call.conferenceCall,
  },
  provider: call.provider,
  quality: call.quality,
  hangUpRequested: call.hangUpRequestedAt !== null && isUnderWay(call.status),
  calledAt: call.calledAt.toISOString(),
  recordings: presentRecordings(recordings),
  legs: legs.map(presentLeg),
  callDetails: { callId: call.id },
});

/** A leg, as its payer sees it. */
export const presentLeg = (leg: CallRow): CallLeg => ({
  ...{ id: leg.id, kind: leg.origin === 'incoming' ? 'trunk' : 'number' },
  ...presentAnswered(leg),
});

/** The recordings that are not deleted, oldest first. */
export const presentRecordings = (recordings: readonly RecordingRow[]): CallRecording[] =>
  recordings.flatMap(({ id, status, duration, contentType, bytes, createdAt }) =>
    status === 'deleted' ? [] : [{ id, status, duration, contentType, bytes, createdAt: createdAt.toISOString() }],
  );
