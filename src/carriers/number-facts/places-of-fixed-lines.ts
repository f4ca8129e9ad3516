import type { Deps } from '../deps.ts';
import { factsSince } from './kept.ts';

/**
 * The indexes of the numbers that are fixed lines, as far as that is known: nobody is asked.
 * @param numbers E.164
 */
export async function placesOfFixedLines(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  numbers: readonly string[],
): Promise<number[]> {
  const rows = await sql<{ place: number }[]>`
    select (n.place - 1)::integer as place
    from unnest(string_to_array(${numbers.join(',')}, ',')) with ordinality as n (number, place)
    join number_facts f on f.number = n.number
    where f.kind = 'fixed' and f.asked_at > ${factsSince(clock)}::timestamptz
    order by n.place`;
  return rows.map(({ place }) => place);
}
