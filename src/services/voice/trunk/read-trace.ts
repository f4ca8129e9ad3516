import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import { sipTraces, trunkCalls, trunkRings, voiceCalls } from '../../../../db/schema/index.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import type { CallTrace } from '../contract.ts';
import { INSIDE_TAG, readDialogName } from './keep-dialog.ts';
import type { Owned } from '../../../callers/audit.ts';

/** The most that an edge keeps of a call. */
const MOST_MESSAGES = 300;

/**
 * The SIP messages between an edge and the account's telephone system in a call; none if its trunk was not traced, or a day
 * later. What an edge said to a carrier or to another customer is on the other side of the call, and never among them.
 * @throws not_found
 */
export async function readTrace({ db }: Pick<Deps, 'db'>, { userId, callId }: Owned<'callId'>): Promise<CallTrace> {
  const [call] = await db
    .select({ origin: voiceCalls.origin, names: trunkCalls })
    .from(voiceCalls)
    .leftJoin(trunkCalls, eq(trunkCalls.callId, voiceCalls.id))
    .where(and(eq(voiceCalls.userId, userId), eq(voiceCalls.id, callId)));
  if (!call) throw notFound('Call');
  const legs = await db
    .select({ dialog: trunkRings.dialog })
    .from(voiceCalls)
    .innerJoin(trunkRings, eq(trunkRings.legId, voiceCalls.id))
    .where(and(eq(voiceCalls.parentId, callId), isNotNull(trunkRings.dialog)));
  const isIn = call.origin === 'incoming';
  const names = [
    ...(call.names ? [{ ...call.names, side: isIn ? 'in' : 'out' } as const] : []),
    ...(isIn ? [{ sipCallId: callId, fromTag: INSIDE_TAG, side: 'in' } as const] : []),
    ...legs.map(({ dialog }) => ({ ...readDialogName(dialog ?? ''), side: 'in' }) as const),
  ];
  if (names.length === 0) return { messages: [] };
  const rows = await db
    .select()
    .from(sipTraces)
    .where(
      or(
        ...names.map(({ sipCallId, fromTag, side: of }) =>
          and(eq(sipTraces.callId, sipCallId), eq(sipTraces.fromTag, fromTag), eq(sipTraces.side, of)),
        ),
      ),
    )
    .orderBy(asc(sipTraces.at), asc(sipTraces.id))
    .limit(MOST_MESSAGES);
  return {
    messages: rows.map(({ id, at, way, message }) => ({
      id,
      at: at.toISOString(),
      from: way === 'in' ? ('telephone' as const) : ('edge' as const),
      // Each byte was stored as one character.
      text: Buffer.from(message, 'latin1').toString('utf8'),
    })),
  };
}
