import { sql as template } from 'drizzle-orm';
import { prepared } from '../../db/prepared.ts';
import type { Deps } from './deps.ts';
import type { Transaction } from '../platform/events/transact.ts';

const SLICE_MS = 10_000;
const WINDOW_MS = 30_000;
/** Of fewer sends nothing can be said. */
const FEWEST_SENDS = 20;
const HIGHEST_FAILURE_RATE = 0.3;
/** What fails without an answer may have left, so not many are risked. */
const MOST_FAILURES_IN_A_ROW = 15;

/** How one send went; `failed` where the carrier is to blame. */
export interface Sent {
  carrier: string;
  failed: boolean;
}

/** Counts sends into the slice of time that they fall into, in the transaction that stores their answers. */
export async function countTraffic(tx: Transaction, sends: readonly Sent[]): Promise<void> {
  const at = new Date(Math.floor(tx.now.getTime() / SLICE_MS) * SLICE_MS).toISOString();
  // In one order everywhere, so that two transactions never wait for each other.
  const byCarrier = [...Map.groupBy(sends, ({ carrier }) => carrier)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [carrier, ofCarrier] of byCarrier) {
    const failures = ofCarrier.filter(({ failed }) => failed).length;
    await tx.db.execute(template`
      insert into provider_traffic as t (name, at, sends, failures)
      values (${carrier}, ${at}::timestamptz, ${ofCarrier.length}::integer, ${failures}::integer)
      on conflict (name, at) do update
      set sends = t.sends + excluded.sends, failures = t.failures + excluded.failures`);
    await countInARow(tx, carrier, ofCarrier);
  }
}

async function countInARow(tx: Transaction, carrier: string, sends: readonly Sent[]): Promise<void> {
  const lastGood = sends.findLastIndex(({ failed }) => !failed);
  const row = sends.length - 1 - lastGood;
  const before = lastGood < 0 ? template`failures_in_a_row` : template`0`;
  await tx.db.execute(template`
    update provider_gates set failures_in_a_row = ${before} + ${row}::integer,
      failed_at = case when ${row}::integer > 0 then ${tx.now.toISOString()}::timestamptz end
    where name = ${carrier} and (failures_in_a_row > 0 or ${row}::integer > 0)`);
}

/** What a carrier was handed lately. */
interface Traffic {
  sends: number;
  failures: number;
  /** The newest of them, without one in between that went well. */
  in_a_row: number;
}

const selectWindow = prepared<{ carrier: string; since: Date }, Traffic>(
  (p) => template`
    select coalesce(sum(sends), 0)::integer as sends, coalesce(sum(failures), 0)::integer as failures,
      coalesce((select failures_in_a_row from provider_gates
        where name = ${p.carrier} and failed_at > ${p.since}::timestamptz), 0) as in_a_row
    from provider_traffic where name = ${p.carrier} and at > ${p.since}::timestamptz`,
);

/** What fails of a carrier's real traffic, in words; null where it is no more than usual. */
export async function failingTraffic(
  deps: Pick<Deps, 'sql' | 'clock'>,
  carrier: string,
): Promise<string | null> {
  const since = new Date(deps.clock.now().getTime() - WINDOW_MS);
  const [window] = await selectWindow(deps.sql, { carrier, since });
  if (!window) return null;
  if (window.in_a_row >= MOST_FAILURES_IN_A_ROW) return `the last ${window.in_a_row} sends failed`;
  if (window.sends < FEWEST_SENDS) return null;
  if (window.failures / window.sends < HIGHEST_FAILURE_RATE) return null;
  return `${window.failures} of ${window.sends} sends failed within half a minute`;
}
