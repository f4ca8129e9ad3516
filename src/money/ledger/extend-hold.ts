import { and, eq, isNull, sql as template } from 'drizzle-orm';
import { trunkMinutes } from '../../../db/schema/index.ts';
import { suspended } from '../../callers/caller.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { add, type Money, negate, subtract, times, ZERO } from '../../platform/kit/money.ts';
import { wording } from '../../platform/kit/wordings.ts';
import { countedOfCredit, most } from '../allowances/call-cover.ts';
import { countSpend, readAllowance, uncountSpend } from '../allowances/count-spend.ts';
import { reserveMinutes } from '../allowances/trunk-minutes.ts';
import { bookMargin, moveMargin } from '../margins/margins.ts';
import { creditFor } from '../pricing/call-cost.ts';
import { readTariff } from '../pricing/read-tariff.ts';
import { requireNoDebt } from './debts.ts';
import { lockUser } from './lock-user.ts';
import { post } from './post.ts';
import { type CallToSettle, heldAtOf } from './settle-call.ts';

const SECONDS = 60;

/** A running call with more set aside: what its row has to say from now on. */
export interface Extended {
  maxMinutes: number;
  cost: Money;
  actualCost: Money;
  setAside: Money;
  counted: Money;
  transactionId: string | null;
  heldAt: Date;
}

/**
 * Sets aside more for a call that runs, at the price that it began with, as far as package minutes, credit and limits
 * go. A charge is never changed: the one before is given back, and one for the whole call takes its place, together.
 * @param call locked by this transaction, and not ended
 * @param wanted how many minutes more
 * @returns null where not one minute more is covered
 * @throws account_suspended, insufficient_credits (the account owes), spend_limit_reached (its country is closed)
 */
export async function extendHold(tx: Transaction, call: CallToSettle, wanted: number): Promise<Extended | null> {
  const { id: callId, userId, destination, maxMinutes } = call;
  const { status } = await lockUser(tx, userId);
  if (status === 'suspended') throw suspended();
  const user = await readTariff(tx.db, userId);
  requireNoDebt(user);
  const allowance = await readAllowance(tx.db, { userId, numbers: [destination], now: tx.now });
  const costs = pricesOf(call);
  // On a new day the limits count the whole call anew.
  const isToday = dayOf(heldAtOf(call)) === dayOf(tx.now);
  const counted = isToday ? (call.counted ?? call.setAside) : ZERO;
  const allows = (there: Money) => allowance.allows(subtract(there, counted), ZERO);
  const held = await minutesHeld(tx, callId);
  // Packages come first, as at the beginning: where credit pays already, they had no more.
  const ofPackages = held < maxMinutes ? 0 : most(wanted, (more) => allows(costs(0, held + more).counted));
  const trunks = ofPackages === 0 ? held : held + (await reserveMinutes(tx, { userId, callId, wanted: ofPackages }));
  const left = maxMinutes + wanted - trunks;
  const before = maxMinutes - held;
  const ofCredit = most(left, (minutes) => {
    const { amount, counted: there } = costs(minutes, trunks);
    return minutes <= before || (subtract(amount, call.setAside) <= user.credits && allows(there));
  });
  if (trunks + ofCredit <= maxMinutes) return null;
  const now = costs(ofCredit, trunks);
  const isSame = now.amount === call.setAside && isToday;
  const transactionId = isSame ? call.transactionId : await chargeAnew(tx, call, { ...now, ofCredit });
  const given = [{ number: destination, amount: call.counted ?? call.setAside }];
  await uncountSpend(tx, userId, { chargedAt: heldAtOf(call), given });
  await countSpend(tx, userId, [{ number: destination, amount: now.counted }]);
  const { amount } = now;
  return {
    ...{ maxMinutes: trunks + ofCredit, cost: amount, actualCost: amount, setAside: amount },
    ...{ counted: now.counted, transactionId, heldAt: tx.now },
  };
}

/** The price of so many minutes of credit and of packages, for the account and for its limits. */
const pricesOf = (call: CallToSettle) => (ofCredit: number, ofPackages: number) => {
  const asked = call.askedRate === null ? null : { rate: call.askedRate, fee: call.askedFee ?? ZERO };
  const seconds = ofCredit * SECONDS;
  const amount = creditFor(call, seconds);
  return { amount, counted: add(countedOfCredit(amount, asked, seconds), times(call.trunkRate ?? ZERO, ofPackages)) };
};

/** @returns the charge, if there is one */
async function chargeAnew(
  tx: Transaction,
  call: CallToSettle,
  { amount, ofCredit }: { amount: Money; ofCredit: number },
): Promise<string | null> {
  const { userId, destination: number, transactionId: former, maxMinutes } = call;
  if (amount === ZERO) return former;
  if (former !== null) {
    await post(
      tx,
      {
        ...{ userId, type: 'refund', status: 'completed', amount: call.setAside },
        wording: wording('callRest', { number, count: maxMinutes }),
        refundsTransactionId: former,
      },
      { change: call.setAside, reason: 'refund' },
    );
  }
  const charge = await post(
    tx,
    {
      ...{ userId, type: 'voice_charge', status: 'completed', amount },
      wording: wording('callHeld', { number, count: ofCredit }),
    },
    { change: negate(amount), reason: 'voice_charge' },
  );
  if (call.supplierRate === null) return charge.id;
  const terms = { ...call, rate: call.supplierRate, fee: call.supplierFee ?? ZERO };
  const margin = subtract(amount, creditFor(terms, ofCredit * SECONDS));
  if (former !== null && (await moveMargin(tx, { from: former, to: charge.id, amount: margin }))) {
    return charge.id;
  }
  const { supplier } = await readTariff(tx.db, userId);
  if (supplier) await bookMargin(tx, charge, { resellerId: supplier.id, amount: margin });
  return charge.id;
}

/** The package minutes that are set aside for a call. */
async function minutesHeld(tx: Transaction, callId: string): Promise<number> {
  const [row] = await tx.db
    .select({ minutes: template<number>`coalesce(sum(${trunkMinutes.reserved}), 0)::integer` })
    .from(trunkMinutes)
    .where(and(eq(trunkMinutes.callId, callId), isNull(trunkMinutes.used)));
  return row?.minutes ?? 0;
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
