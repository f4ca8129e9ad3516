import { and, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { voicePackages } from '../../../db/schema/index.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { type Money, parseMoney, ZERO } from '../../platform/kit/money.ts';
import { minutesOfCredit, minutesOfPackages } from '../allowances/call-cover.ts';
import { readAllowance } from '../allowances/count-spend.ts';
import { minutesTaken } from '../allowances/package-month.ts';
import { readTariff } from '../pricing/read-tariff.ts';
import { voicePrice } from '../pricing/tariff.ts';

/** What is asked about. */
interface Question {
  userId: string;
  /** E.164; null where only the rest is known, so that no country's limit counts yet. */
  destination: string | null;
  now: Date;
  /** Minutes of the longest call allowed. */
  wanted: number;
  standardRate: string;
}

/** What a call would cost at this moment, and how long `setAside` would let it last. @throws not_found */
export async function quoteCall(
  db: Queryable,
  { userId, destination, now, wanted, standardRate }: Question,
): Promise<{ rate: Money; packageMinutes: number; maxMinutes: number }> {
  const user = await readTariff(db, userId);
  const rate = voicePrice(user, now, standardRate).amount;
  const left = user.owed > ZERO ? ZERO : await leftFor(db, { userId, destination, now });
  const funds = { credits: user.credits, rate, packageRate: parseMoney(standardRate), left };
  const packageMinutes = await minutesLeft(db, userId, now);
  const fromPackages = Math.min(packageMinutes, minutesOfPackages(wanted, funds));
  const maxMinutes = fromPackages + minutesOfCredit(wanted, fromPackages, funds);
  return { rate, packageMinutes, maxMinutes };
}

/** What the spend limits leave; nothing where the destination is closed. */
async function leftFor(
  db: Queryable,
  { userId, destination, now }: Pick<Question, 'userId' | 'destination' | 'now'>,
): Promise<Money | null> {
  try {
    const numbers = destination === null ? [] : [destination];
    return (await readAllowance(db, { userId, numbers, now })).left;
  } catch (error) {
    const closed = ['spend_limit_reached', 'destination_closed'];
    if (error instanceof Problem && closed.includes(error.reason)) return ZERO;
    throw error;
  }
}

/** The minutes that the account's packages still have this month. */
async function minutesLeft(db: Queryable, userId: string, now: Date): Promise<number> {
  const active = await db
    .select()
    .from(voicePackages)
    .where(
      and(
        eq(voicePackages.userId, userId),
        eq(voicePackages.isActive, true),
        gt(voicePackages.expiresAt, now),
      ),
    );
  return active
    .map((row) => row.callMinutesIncluded - minutesTaken(row, now))
    .reduce((sum, minutes) => sum + minutes, 0);
}
