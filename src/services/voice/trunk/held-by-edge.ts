import { eq, sql as template } from 'drizzle-orm';
import type { Driver, Queryable } from '../../../../db/client.ts';
import { idList, prepared } from '../../../../db/prepared.ts';
import { incomingCalls, trunkCalls, trunkRings, voiceCalls } from '../../../../db/schema/index.ts';
import { columnsOf } from '../../../../db/table-rows.ts';
import type { CallRow } from '../read-call.ts';

/** The facts about a call that an edge carries. */
export type HeldCall = typeof trunkCalls.$inferSelect & {
  /** For a leg: the call to a number has left it for its next step. */
  isLeft: boolean;
};

const heldRow = columnsOf(trunkCalls);

async function readHeld(db: Queryable, callId: string): Promise<typeof trunkCalls.$inferSelect | undefined> {
  const [row] = await db.select().from(trunkCalls).where(eq(trunkCalls.callId, callId));
  return row;
}

const callRow = columnsOf(voiceCalls);
const trunkCallsToLock = prepared<{ [id: string]: string | null }, Record<string, unknown> & { held: object | null }>(
  () => template`
    select ${callRow.list}, (select row_to_json(t) from trunk_calls t where t.call_id = voice_calls.id) as held
    from voice_calls where id in (${idList('uuid')}) order by id for update`,
);

/** A few calls that trunks have begun, locked until the transaction ends: no other call has names for them. */
export const lockTrunkCalls = async (
  sql: Driver,
  ids: { [id: string]: string | null },
): Promise<{ call: CallRow; held: HeldCall | undefined }[]> =>
  (await trunkCallsToLock(sql, ids)).map(({ held, ...row }) => ({
    call: callRow.read(row),
    held: held ? { ...heldRow.read({ ...held }), isLeft: false } : undefined,
  }));

/**
 * A call's edge and its names there. A leg that calls the edge by an address of its own has its own; any other has those
 * of the call that leads on to it. Undefined where no edge has it.
 */
export async function heldByEdge(
  db: Queryable,
  { id, parentId }: Pick<CallRow, 'id' | 'parentId'>,
): Promise<HeldCall | undefined> {
  const own = await readHeld(db, id);
  if (own) return { ...(await withNames(db, own)), isLeft: false };
  if (parentId === null || (await readAddress(db, id))) return undefined;
  const [found] = await db
    .select({ held: trunkCalls, legId: incomingCalls.legId })
    .from(trunkCalls)
    .leftJoin(incomingCalls, eq(incomingCalls.callId, trunkCalls.callId))
    .where(eq(trunkCalls.callId, parentId));
  return found && { ...(await withNames(db, found.held)), isLeft: found.legId !== id };
}

/** A call that stays inside has the names of the first one: a trunk's, or one that a carrier led in and that is forwarded. */
async function withNames(db: Queryable, held: typeof trunkCalls.$inferSelect) {
  if (held.placedBy === null) return held;
  const [first] = await db.execute<{ id: string }>(template`
    with recursive above as (
      select ${held.placedBy}::uuid as id
      union all
      select case when t.call_id is null then c.parent_id else t.placed_by end from above a
      join voice_calls c on c.id = a.id left join trunk_calls t on t.call_id = a.id
    ) select id from above join trunk_calls on call_id = id where placed_by is null`);
  const placed = first && (await readHeld(db, first.id));
  if (!placed) return held;
  const { sipCallId, fromTag, cseq } = placed;
  return { ...held, sipCallId, fromTag, cseq };
}

/** The address by which a leg calls the edge; undefined where it has none. */
export async function readAddress(db: Queryable, legId: string): Promise<typeof trunkRings.$inferSelect | undefined> {
  const [address] = await db.select().from(trunkRings).where(eq(trunkRings.legId, legId));
  return address;
}
