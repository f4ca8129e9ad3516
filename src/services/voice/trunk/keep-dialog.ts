import { and, eq, isNull, type SQL, sql as template } from 'drizzle-orm';
import { type Placeholders, prepared } from '../../../../db/prepared.ts';
import { trunkCalls, trunkRings, voiceCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import type { CallRow } from '../read-call.ts';
import type { ChosenCarrier } from '../running/choose-carriers.ts';

/** An edge's call, and its names there. */
export type Dialog = Pick<
  typeof trunkCalls.$inferInsert,
  'edge' | 'sipCallId' | 'fromTag' | 'cseq' | 'branch' | 'source'
>;

/** In place of a From tag, for a call that stays inside: its Call-ID is our id of it, also in traces. */
export const INSIDE_TAG = 'inside';

/** The values that distinguish an INVITE from all others. */
export const dialogName = ({ sipCallId, fromTag, cseq, branch }: Omit<Dialog, 'edge' | 'source'>): string =>
  [sipCallId, fromTag, cseq, branch].join(';');

/** The Call-ID and the From tag in it. */
export function readDialogName(name: string): Pick<Dialog, 'sipCallId' | 'fromTag'> {
  const parts = name.split(';');
  // A Call-ID may contain a semicolon, the others cannot.
  const [fromTag = ''] = parts.slice(-3);
  return { sipCallId: parts.slice(0, -3).join(';'), fromTag };
}

/** That the names of an INVITE are those of a call that is not its own. */
export const namesTaken = (): Problem => new Problem('already_processed', sentence('callOther'));

export type DialogParameters = Dialog & {
  [name: string]: string | number | Date | null;
  callId: string;
  trunkId: string | null;
  placedBy: string | null;
};

/** @param source a row for each dialog */
export const dialogInsert = (p: Placeholders<DialogParameters>, source: SQL): SQL => template`
    insert into trunk_calls (call_id, package_id, placed_by, edge, sip_call_id, from_tag, cseq, branch, source)
    select ${p.callId}::uuid, ${p.trunkId}::uuid, ${p.placedBy}::uuid, ${p.edge}::text, ${p.sipCallId}::text,
      ${p.fromTag}::text, ${p.cseq}::bigint, ${p.branch}::text, ${p.source}::text from ${source}`;

const keep = prepared<DialogParameters, { callId: string }>(
  (p) => template`
    ${dialogInsert(p, template`(select 1) one`)}
    on conflict do nothing returning call_id as "callId"`,
);

/**
 * Stores which edge has a call, and its names there.
 * @param trunkId null: it rings no trunk yet
 * @throws already_processed (another call has these names)
 */
export async function keepDialog(
  tx: Transaction,
  held: Pick<typeof trunkCalls.$inferInsert, 'callId' | 'trunkId' | 'placedBy'>,
  dialog: Dialog,
): Promise<void> {
  const { callId, trunkId = null, placedBy = null } = held;
  const kept = await keep(tx.sql, { ...dialog, callId, trunkId, placedBy });
  if (kept.length === 0) throw namesTaken();
}

/**
 * The call for which an edge asked about this INVITE before. It has to be the same request of the same edge: another one
 * with these names would go out under the authorisation of the first.
 * @throws already_processed (another INVITE had these names)
 */
export async function findByDialog(
  tx: Transaction,
  { sipCallId, fromTag, cseq, branch, edge }: Dialog,
): Promise<{ call: CallRow; trunkId: string | null } | undefined> {
  const [found] = await find(tx.sql, { sipCallId, fromTag, cseq });
  if (!found) return undefined;
  if (found.branch !== branch || found.edge !== edge) throw namesTaken();
  const [call] = await tx.db.select().from(voiceCalls).where(eq(voiceCalls.id, found.callId));
  return call && { call, trunkId: found.trunkId };
}

/** The call with these names, for a statement. */
export const dialogSql = (p: Placeholders<Pick<Dialog, 'sipCallId' | 'fromTag' | 'cseq'>>): SQL => template`
    select call_id as "callId", package_id as "trunkId", branch, edge from trunk_calls
    where sip_call_id = ${p.sipCallId}::text and from_tag = ${p.fromTag}::text and cseq = ${p.cseq}::bigint`;

const find = prepared<
  { sipCallId: string; fromTag: string; cseq: number },
  { callId: string; trunkId: string | null; branch: string; edge: string }
>(dialogSql);

/** Holds a channel of a trunk for a call to a number, in place of the one that it held. @param trunkId null: none */
export async function holdChannel(tx: Transaction, { id }: CallRow, trunkId: string | null): Promise<void> {
  await tx.db.update(trunkCalls).set({ trunkId }).where(eq(trunkCalls.callId, id));
}

/** Stores which carriers were chosen for a trunk's call: which of them carries it, its edge reports later. */
export async function keepRoutes(
  { db }: Pick<Deps, 'db'>,
  callId: string,
  chosen: readonly ChosenCarrier[],
): Promise<void> {
  const routes = chosen.map(({ carrier, by, rate, prefix }) => ({
    ...{ carrier, by, prefix },
    rate: rate && formatMoney(rate, 4),
  }));
  await db.update(trunkCalls).set({ routes }).where(eq(trunkCalls.callId, callId));
}

/**
 * Uses up the address of a leg: from now on it is this call's, which has a channel of the trunk that it rings. One that
 * no carrier has is the edge's own.
 */
export async function takeRing(tx: Transaction, leg: CallRow, dialog: Dialog): Promise<void> {
  await tx.db
    .update(trunkRings)
    .set({ dialog: dialogName(dialog) })
    .where(and(eq(trunkRings.legId, leg.id), isNull(trunkRings.dialog)));
  if (leg.provider === null) await keepDialog(tx, { callId: leg.id, trunkId: null }, dialog);
}
