import { sql as template } from 'drizzle-orm';
import { optOuts } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { turn } from '../../../platform/kit/turn.ts';
import { optOutsChangedEvent } from './events.ts';

type Row = typeof optOuts.$inferInsert;

/** How many rows one statement writes. */
const BATCH = 5000;

/**
 * How many an account may enter itself, by hand and by files; who writes STOP is noted however many there are.
 * @throws not_allowed_now: by what was added there are more
 */
export async function requireFewOptOuts(tx: Transaction, userId: string, most: number): Promise<void> {
  const [row] = await tx.db.execute<{ full: boolean }>(template`
    select count(*) > ${most}::integer as full from (
      select from opt_outs where user_id = ${userId}::uuid limit ${most + 1}::integer) noted`);
  if (row?.full) throw new Problem('not_allowed_now', sentence('optOutsFull', { count: most }));
}

/** Notes that numbers want no messages from an account. @returns those that were not noted before */
export async function addOptOuts(
  tx: Transaction,
  userId: string,
  { numbers, ...how }: { numbers: readonly string[] } & Pick<Row, 'source'> & Partial<Pick<Row, 'word' | 'ownNumber'>>,
): Promise<string[]> {
  const added: string[] = [];
  // In one order, so that two requests at once cannot deadlock.
  const sorted = numbers.toSorted();
  if (sorted.length > BATCH) await turn();
  for (let from = 0; from < sorted.length; from += BATCH) {
    const batch = sorted.slice(from, from + BATCH).map((number) => ({ id: newId(tx.clock), number }));
    // A parameter for each value of thousands of rows would take the builder a second.
    const rows = await tx.db.execute<{ number: string }>(template`
      insert into ${optOuts} (id, user_id, number, at, source, word, own_number)
      select n.id, ${userId}::uuid, n.number, ${tx.now.toISOString()}::timestamptz, ${how.source}::text,
        ${how.word ?? null}::text, ${how.ownNumber ?? null}::text
      from json_to_recordset(${JSON.stringify(batch)}::text::json) as n (id uuid, number text)
      on conflict do nothing
      returning number`);
    added.push(...rows.map(({ number }) => number));
    await turn();
  }
  const [only] = added;
  if (only !== undefined) {
    const number = added.length === 1 ? only : null;
    tx.publish(optOutsChangedEvent, userId, { userId, number, optedOut: true });
  }
  return added;
}
