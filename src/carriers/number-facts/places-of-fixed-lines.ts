import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../deps.ts';
import { factsSince } from './kept.ts';

const selectFixed = prepared<{ numbers: string; since: string }, { place: number }>(
  (p) => template`
    select (n.place - 1)::integer as place
    from unnest(string_to_array(${p.numbers}, ',')) with ordinality as n (number, place)
    join number_facts f on f.number = n.number
    where f.kind = 'fixed' and f.asked_at > ${p.since}::timestamptz
    order by n.place`,
);

/**
 * The indexes of the numbers that are fixed lines, as far as that is known: nobody is asked.
 * @param numbers E.164
 */
export async function placesOfFixedLines(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  numbers: readonly string[],
): Promise<number[]> {
  const rows = await selectFixed(sql, { numbers: numbers.join(','), since: factsSince(clock) });
  return rows.map(({ place }) => place);
}
