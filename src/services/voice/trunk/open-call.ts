import { type SQL, sql as template } from 'drizzle-orm';
import { type Placeholders, prepared } from '../../../../db/prepared.ts';
import { closedToCalls, requireOpen } from '../../../money/allowances/closed-destinations.ts';
import { lockUser } from '../../../money/ledger/lock-user.ts';
import type { TrunkChannels } from '../../../money/ledger/call-places.ts';
import { RING_SECONDS } from '../../../carriers/call-flow.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { SECOND_MS } from '../../../platform/kit/durations.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import { ZERO } from '../../../platform/kit/money.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { addCall } from '../add-call.ts';
import type { CallRow } from '../read-call.ts';
import { firstMinutes } from './hold-minutes.ts';
import { type Dialog, findByDialog, keepDialog, namesTaken } from './keep-dialog.ts';

/** How long after the last ring an edge is asked about a call. */
const GRACE_SECONDS = 15;

/** A call that a telephone system wants to make. */
export interface TrunkOrder {
  userId: string;
  trunk: TrunkChannels & { callsASecond: number; recorded: boolean };
  /** @returns E.164, or `anonymous` */
  chooseCallerId: (tx: Transaction) => Promise<string>;
  /** E.164. */
  destination: string;
  /** The carriers that take calls of trunks. */
  carriers: readonly string[];
  dialog: Dialog;
}

/**
 * Admits a trunk's call: sets aside the cost of its first minutes, and stores it as a call that its edge has. An INVITE
 * that is repeated before its call was answered gets the same call. A call to a number of ours stays inside: it costs its
 * caller what any call costs, and us no carrier.
 * @throws unavailable (no carrier takes calls of trunks), destination_closed, destination_not_sold, rate_limited (its calls in this second), too_many_calls (its channels), insufficient_credits,
 *   spend_limit_reached, already_processed (its call was answered or
 *   has ended, or another call has its names)
 */
export async function openTrunkCall(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  { userId, trunk, chooseCallerId, destination, carriers, dialog }: TrunkOrder,
): Promise<{ call: CallRow; isInside: boolean }> {
  // If the same call is asked about twice at the same time, the second request finds the first one's call.
  await lockUser(tx, userId);
  const { trunkId } = trunk;
  const isInside = await isOurNumber(tx, destination);
  if (!isInside && carriers.length === 0) throw new Problem('unavailable', sentence('noTrunkCarrier'));
  const known = await findByDialog(tx, dialog);
  if (known) return { call: requireSame(known, { userId, trunkId, destination }), isInside };
  const [inSecond] = await countBegun(tx.sql, { userId, trunkId, since: secondBefore(tx.now) });
  if ((inSecond?.begun ?? 0) >= trunk.callsASecond) {
    throw new Problem('rate_limited', fault('tooManyRequests'), { headers: { 'Retry-After': '1' } });
  }
  const countries = await closedToCalls(tx.db, deps.config.allowances.closedCountries);
  await requireOpen(tx.db, { userId, numbers: [destination], countries, pathOf: () => 'destination' });
  const call = await addCall(tx, {
    ...{ userId, destination, forwardTo: null, trunk, carriers, isInside },
    ...{ flatRate: deps.config.voiceRateGbp, wanted: firstMinutes(deps.config) },
    ordered: orderedOf(tx, { trunk, callerId: await chooseCallerId(tx), dialog, isInside }),
  });
  await keepDialog(tx, { callId: call.id, trunkId }, dialog);
  return { call, isInside };
}

/** A trunk's call at its beginning. */
export const orderedOf = (
  { now }: Pick<Transaction, 'now'>,
  {
    trunk: { recorded },
    callerId,
    dialog,
    isInside,
  }: Pick<TrunkOrder, 'trunk' | 'dialog'> & { callerId: string; isInside: boolean },
) =>
  ({
    origin: 'trunk',
    ...{ recorded, callerId, carrierCallId: dialog.sipCallId, carrierCost: isInside ? ZERO : null },
    // The edge has the call as soon as it gets our answer.
    status: 'dialing',
    dueAt: new Date(now.getTime() + (RING_SECONDS + GRACE_SECONDS) * 1000),
  }) as const;

/** The first id of the last second. */
export const secondBefore = (now: Date): string => firstIdAt(new Date(now.getTime() - SECOND_MS));

/**
 * For a statement: how many calls of a trunk were admitted since then. Its account is locked, so that none is overlooked.
 * Each call is looked up by itself: as a join, or with the trunk among its conditions, PostgreSQL read all that the trunk ever had.
 */
export const begunSql = (p: Placeholders<{ userId: string; trunkId: string; since: string }>): SQL => template`
    select count(*) filter (where (select t.package_id from trunk_calls t where t.call_id = c.id) = ${p.trunkId}::uuid)::integer
      as begun
    from voice_calls c
    where c.user_id = ${p.userId}::uuid and c.id > ${p.since}::uuid and c.origin = 'trunk'`;

const countBegun = prepared<{ userId: string; trunkId: string; since: string }, { begun: number }>(begunSql);

/** A number that some account has here, for a statement. */
export const ownedSql = (p: Placeholders<{ number: string }>): SQL =>
  template`select id from did_numbers where number = ${p.number} and status = 'active'`;

const findOwned = prepared<{ number: string }, { id: string }>(ownedSql);

/** Tells whether a customer of ours has this number: then no carrier is needed to call it. */
export const isOurNumber = async ({ sql }: Pick<Transaction, 'sql'>, number: string): Promise<boolean> =>
  (await findOwned(sql, { number })).length > 0;

/** @throws already_processed (another call has these names, or this one is not to be dialled any more) */
function requireSame(
  { call, trunkId }: { call: CallRow; trunkId: string | null },
  wanted: { userId: string; trunkId: string; destination: string },
): CallRow {
  const isSame = call.userId === wanted.userId && trunkId === wanted.trunkId && call.destination === wanted.destination;
  if (!isSame) throw namesTaken();
  if (call.endedAt !== null) throw new Problem('already_processed', sentence('callEnded'));
  if (call.answeredAt !== null) throw namesTaken();
  return call;
}
