import { sql as template } from 'drizzle-orm';
import type { carrierCounts } from '../../db/schema/index.ts';
import type { Deps } from './deps.ts';
import type { Transaction } from '../platform/events/transact.ts';

export type CarrierCount = (typeof carrierCounts.$inferSelect)['what'];

/** Counts an event of a carrier, in the transaction of the event. */
export async function countFor(
  tx: Pick<Transaction, 'db'>,
  { carrier, what, by }: { carrier: string; what: CarrierCount; by: number },
): Promise<void> {
  await tx.db.execute(template`
    insert into provider_counts as c (name, what, count) values (${carrier}, ${what}, ${by}::bigint)
    on conflict (name, what) do update set count = c.count + excluded.count`);
}

/** How often each event happened with each carrier, since the beginning. */
export const readCounts = (deps: Pick<Deps, 'db'>): Promise<{ name: string; what: CarrierCount; count: number }[]> =>
  deps.db.execute(template`select name, what, count::float8 as count from provider_counts order by name, what`);
