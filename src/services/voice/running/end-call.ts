import { eq, sql as template } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { allAtOnce } from '../../../platform/kit/all-at-once.ts';
import { type Money, ZERO } from '../../../platform/kit/money.ts';
import { settleCall } from '../../../money/ledger/settle-call.ts';
import { askLaterSql, isPricedLater } from '../../../carriers/prices/questions.ts';
import { keepOutcomes, outcomePrefix } from '../../../carriers/routing/outcomes.ts';
import type { CallEnd } from '../../../carriers/voice-port.ts';
import { announceCall } from '../announce.ts';
import { type CallRow, lockLegs, updateCall } from '../read-call.ts';
import { addCallToFigures, listCostOf } from './call-figures.ts';

/** The result of a call. */
export interface Ending {
  end: CallEnd;
  /** Seconds, of an answered call. */
  duration: number;
  /** The text for the customer, if there is one. */
  error: string | null;
  /** The billed seconds, if they differ from the duration. */
  minutes?: number;
  carrierCost?: Money;
}

/**
 * Ends a call and settles it: its real duration is charged, and the rest of what was set aside is returned. A call
 * that was not answered costs nothing.
 * @param call not ended, and locked by this transaction
 */
export async function endCall(tx: Transaction, call: CallRow, ending: Ending): Promise<void> {
  // Before the account's row, which the settlement locks: the same order everywhere.
  const legs = call.origin === 'trunk' ? [] : await lockLegs(tx.db, call.id);
  const ended = await close(tx, call, ending);
  for (const leg of legs) await endLeg(tx, leg);
  await announceCall(tx, ended, true);
}

async function close(tx: Transaction, call: CallRow, ending: Ending): Promise<CallRow> {
  // A call to a number is charged by its legs alone.
  const isIncoming = call.origin === 'incoming';
  const answered = ending.end === 'completed' || ending.duration > 0;
  const duration = answered ? ending.duration : 0;
  // A carrier may cut a call a moment too late; more than was set aside is never charged.
  const seconds = ending.minutes === undefined ? duration : ending.minutes * 60;
  const [settled, listCost] = await allAtOnce([
    settleCall(tx, call, isIncoming ? 0 : seconds),
    isIncoming ? null : listCostOf(tx, call, duration),
  ]);
  const answeredAt = new Date(tx.now.getTime() - duration * 1000);
  const changed = {
    carrierCallId: call.carrierCallId,
    ...{ provider: call.provider, routeBy: call.routeBy, routeRate: call.routeRate, routePrefix: call.routePrefix },
    sipStatus: call.sipStatus,
    status: answered ? 'completed' : ending.end,
    duration,
    ...settled,
    setAside: ZERO,
    error: ending.error,
    endedAt: tx.now,
    dueAt: null,
    says: null,
    rangAt: call.rangAt,
    answeredAt: answered ? (call.answeredAt ?? answeredAt) : null,
    carrierCost: ending.carrierCost ?? call.carrierCost,
    listCost,
  };
  tx.send(updateCall(tx.sql, call.id, changed));
  const ended = { ...call, ...changed };
  // Carriers' prices are of calls and legs that we place.
  if (isIncoming && call.parentId === null) return ended;
  addCallToFigures(tx, null, ended);
  if (ended.carrierCost === null && duration > 0 && isPricedLater('voice', ended.provider)) await askLater(tx, ended);
  // Where a trunk rings, nothing shows how well its carrier reaches a destination.
  if (isIncoming) return ended;
  if (ended.provider !== null && ended.status !== 'cancelled') {
    const carrier = ended.provider;
    const { destination: number, routePrefix: listPrefix, pricePrefix } = ended;
    const prefix = outcomePrefix({ number, listPrefix, pricePrefix });
    const since = (at: Date | null) => Math.max(0, (at?.getTime() ?? 0) - ended.calledAt.getTime());
    const told = answered ? { seconds: duration, waited: since(ended.answeredAt) / 1000 } : {};
    const rang = ended.rangAt ? { ringMs: since(ended.rangAt) } : {};
    keepOutcomes(tx, [{ service: 'voice', carrier, prefix, delivered: answered, ...told, ...rang }]);
  }
  return ended;
}

/** Its carrier says later what it cost. */
async function askLater(tx: Transaction, { id, provider, carrierCallId }: CallRow): Promise<void> {
  const unit = template`select ${id}::uuid as unit_id, null::uuid as message_id, ${provider}::text as carrier,
    ${carrierCallId}::text as carrier_unit_id, null::text as said_price, null::text as said_currency`;
  await tx.db.execute(askLaterSql('voice', unit, template`${tx.now.toISOString()}::timestamptz`));
}

/** The time for a carrier's own news of a leg's end, which comes at about the same time as the call's. */
const LEG_NEWS_MS = 5000;

/**
 * Ends a leg with the call that leads on to it. One that was never led on to is cancelled; any other is ended by its
 * carrier's news, or else by asking and hanging up.
 * @param leg not ended, and locked by this transaction
 */
async function endLeg(tx: Transaction, leg: CallRow): Promise<void> {
  if (leg.status === 'queued') {
    await close(tx, leg, { end: 'cancelled', duration: 0, error: null });
    return;
  }
  await tx.db
    .update(voiceCalls)
    .set({ hangUpRequestedAt: tx.now, dueAt: new Date(tx.now.getTime() + LEG_NEWS_MS) })
    .where(eq(voiceCalls.id, leg.id));
}
