import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { closedToCalls, requireOpen } from '../../money/allowances/closed-destinations.ts';
import { requireOwnCallerId } from '../senders/require-sender.ts';
import { requireProved } from '../../money/trial/require-proved.ts';
import { addCall } from './add-call.ts';
import { MAX_CALL_MINUTES, type placeCall as placeEndpoint, type VoiceCall } from './contract.ts';
import { parseNumber } from './parse-number.ts';
import { presentCall, readParts } from './read-call.ts';
import { type CallPreference, canCall, requireCallerId, requireCarrier } from './running/calling-carriers.ts';

type Order = BodyOf<typeof placeEndpoint>;

/**
 * Accepts a call: sets aside its highest possible cost and queues it, in one transaction. It is placed after that, and
 * only once, even after a crash.
 * @param preference of the carriers, read before the transaction
 * @throws not_found, validation_failed (destination, forwarding number, caller ID), unavailable,
 *   destination_closed, sender_not_allowed, destination_not_sold, too_many_calls, insufficient_credits, spend_limit_reached
 */
export async function placeCall(
  { tx, deps }: { tx: Transaction; deps: Deps },
  { userId, order, preference }: { userId: string; order: Order; preference: CallPreference },
): Promise<VoiceCall> {
  const [user] = await tx.db
    .select({ phone: users.phone, country: users.country, saysIn: users.language })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw notFound('User');
  const forwarding = forwardingOf(user, order.pbxFeatures);
  const destination = parseNumber(order.destination, 'destination', user.country);
  const numbers = [destination, ...(forwarding.forwardingNumber === null ? [] : [forwarding.forwardingNumber])];
  const closed = await closedToCalls(tx.db, deps.config.allowances.closedCountries);
  const pathOf = (place: number) => (place === 0 ? 'destination' : 'pbxFeatures.forwardingNumber');
  await requireOpen(tx.db, { userId, numbers, countries: closed, pathOf });
  await requireProved({ db: tx.db, config: deps.config }, { userId, numbers }, pathOf);
  requireCarrier(deps, preference);
  await requireOwnCallerId({ db: tx.db, clock: tx.clock, config: deps.config }, { userId, callerId: order.callerId });
  const call = await addCall(tx, {
    userId,
    destination,
    forwardTo: forwarding.forwardingNumber,
    wanted: MAX_CALL_MINUTES,
    flatRate: deps.config.voiceRateGbp,
    carriers: canCall(deps.carriers),
    shownRate: order.ratePerMinute ? parseMoney(order.ratePerMinute) : null,
    ordered: {
      callerId: order.callerId,
      status: 'queued',
      saysIn: user.saysIn,
      ...forwarding,
      recorded: order.recorded,
      ivrEnabled: order.ivrEnabled,
      voicemail: order.pbxFeatures.voicemail,
      conferenceCall: order.pbxFeatures.conferenceCall,
      dueAt: tx.now,
    },
  });
  await requireCallerId({ db: tx.db, clock: tx.clock }, preference, call);
  tx.afterCommit(() => deps.signals.callsDue.fire());
  return presentCall(call, await readParts(tx.db, call));
}

/** The number to which it is forwarded: the given one, otherwise the profile's; without either it is not forwarded. */
function forwardingOf(
  { phone, country }: { phone: string | null; country: string | null },
  features: Order['pbxFeatures'],
) {
  const { callForwarding } = features;
  const given = typeof callForwarding === 'string' ? callForwarding : (features.forwardingNumber ?? '');
  if (!callForwarding) return { callForwarding: false, forwardingNumber: null };
  const number = given === '' ? phone : given;
  if (!number) return { callForwarding: false, forwardingNumber: null };
  const path = typeof callForwarding === 'string' ? 'callForwarding' : 'forwardingNumber';
  return { callForwarding: true, forwardingNumber: parseNumber(number, `pbxFeatures.${path}`, country) };
}
