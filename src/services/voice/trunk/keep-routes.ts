import { eq } from 'drizzle-orm';
import { trunkCalls } from '../../../../db/schema/index.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import type { ChosenCarrier } from '../running/choose-carriers.ts';

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
