import type { Queryable } from '../../../db/client.ts';
import { asRefusal, Problem } from '../../platform/kit/errors.ts';
import { type Money, ZERO } from '../../platform/kit/money.ts';
import { costOfBoth, minutesOfBoth, minutesOfCredit, minutesOfTrunks } from '../allowances/call-cover.ts';
import { type Allowance, NOTHING_LEFT, readAllowance } from '../allowances/count-spend.ts';
import { minutesLeft } from '../allowances/trunk-minutes.ts';
import { readTariff } from '../pricing/read-tariff.ts';
import { type CallTerms, creditFor } from '../pricing/call-cost.ts';
import { type CallPrice, readCallPrice, requireCallPrice } from '../pricing/read-price.ts';

/** The call to quote. */
interface Question {
  userId: string;
  /** E.164; null if there is no number yet, so that no country's limit counts. */
  destination: string | null;
  /** E.164, where it is forwarded: its leg is a call of its own. Counts only beside a destination. */
  forwardTo: string | null;
  now: Date;
  /** Minutes of the longest call allowed. */
  wanted: number;
  /** The configured price of a minute. */
  flatRate: string;
  /** The carriers that could place the call. */
  carriers: readonly string[];
}

/** The price of a call, and how long it may last. */
export interface CallQuote {
  /** Null if it depends on the destination and none was given. */
  terms: CallTerms | null;
  /** The destination's name in the deck; null where flat prices hold. */
  name: string | null;
  trunkMinutes: number;
  /** The price of its leg; null without one. */
  leg: CallPrice | null;
  maxMinutes: number;
  /** What `setAside` would take for it. */
  reserved: Money;
}

/**
 * The present price of a call, and how long `setAside` would let it last.
 * @throws not_found, destination_not_sold
 */
export async function quoteCall(
  db: Queryable,
  { userId, destination, forwardTo, now, wanted, flatRate, carriers }: Question,
): Promise<CallQuote> {
  const user = await readTariff(db, userId);
  const question = { userId, now, flatRate };
  const placeable =
    destination === null ? null : await requireCallPrice(db, { ...question, destination, forwardTo, carriers });
  const price = placeable ?? (await readCallPrice(db, { ...question, destination: null }));
  const leg = placeable?.leg ?? null;
  const trunkMinutes = await minutesLeft(db, userId, now);
  if (!price) return { terms: null, name: null, trunkMinutes, leg, maxMinutes: 0, reserved: ZERO };
  const { terms, trunksPay } = price;
  const trunkRate = placeable?.riskRate ?? price.standardRate;
  const numbers = [destination, leg && forwardTo].filter((number) => number !== null);
  const { allows } = user.owed > ZERO ? NOTHING_LEFT : await leftFor(db, { userId, numbers, now });
  const funds = { credits: user.credits, terms, trunkRate, asked: placeable?.asked ?? null, allows };
  const both = leg && { ...funds, trunkMinutes, trunksPay, leg };
  const longest = both ? minutesOfBoth(wanted, both) : wanted;
  const fromTrunks = trunksPay ? Math.min(trunkMinutes, minutesOfTrunks(longest, funds)) : 0;
  const maxMinutes = fromTrunks + minutesOfCredit(longest, fromTrunks, funds);
  const reserved = both ? costOfBoth(both, maxMinutes).credit : creditFor(terms, (maxMinutes - fromTrunks) * 60);
  return { terms, name: price.name, trunkMinutes, leg, maxMinutes, reserved };
}

/** The amount that the spend limits leave; zero if a number is closed. */
async function leftFor(
  db: Queryable,
  { userId, numbers, now }: Pick<Question, 'userId' | 'now'> & { numbers: readonly string[] },
): Promise<Pick<Allowance, 'allows'>> {
  const refused = asRefusal('spend_limit_reached', 'destination_closed');
  const left = await readAllowance(db, { userId, numbers, now }).catch(refused);
  return left instanceof Problem ? NOTHING_LEFT : left;
}
