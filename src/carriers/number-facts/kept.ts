import { removeOld } from '../../../db/remove-old.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { Deps } from '../deps.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** What a carrier said of a number counts for so long: then it may have been ported, or have another owner. */
const KEPT_DAYS = 30;

/** What was asked before counts no more. ISO 8601. */
export const factsSince = (clock: Clock): string =>
  new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString();

/** Removes what carriers said of numbers more than 30 days ago. */
export async function expireNumberFacts({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  await removeOld(sql, 'number_facts', sql`asked_at <= ${factsSince(clock)}::timestamptz`);
}

/** Removes what was asked for an account's messages. */
export async function eraseNumberFactsOf({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<void> {
  await removeOld(sql, 'number_facts', sql`asked_for = ${userId}`);
}
