import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import type { DeckChanges } from './changes-contract.ts';
import type { Deck } from './lock-deck.ts';
import type { FileRows } from './files/file-rows.ts';
import type { Closed } from './price-increases/find-closed.ts';

/** How many changes are shown; the counts cover all of them. */
const EXAMPLES = 50;

interface Counts extends Record<string, unknown> {
  new: number;
  dearer: number;
  cheaper: number;
  gone: number;
  other: number;
  dearer_below: number;
}

/** Reads the changes of a staged file, for the administrator who decides. */
export async function readChanges(
  tx: Transaction,
  rows: FileRows,
  { deck, closed: { destinations: closed, of: sold, used: closedUsed } }: { deck: Deck; closed: Closed },
): Promise<DeckChanges> {
  const { count, rounded, overlapping } = rows;
  const { dearer_below: dearerBelow, ...kinds } = await countChanges(tx);
  const examples = await tx.db.execute<DeckChanges['examples'][number] & Record<string, unknown>>(template`
    select kind, prefix, name, before::text, after::text from file_changes
    order by dearer desc, coalesce(after, 0) - coalesce(before, 0) desc, prefix limit ${EXAMPLES}`);
  const changed = kinds.new + kinds.dearer + kinds.cheaper + kinds.other;
  return {
    rows: count,
    same: count - changed,
    ...kinds,
    overlapping,
    dearerBelow,
    rounded,
    ...{ closed, sold, closedUsed },
    ...ofHeading(rows),
    looksLikeCosts: deck.kind === 'sell' && (await looksLikeCosts(tx, deck)),
    examples: [...examples],
  };
}

/** How many prefixes of `file_changes` there are of each kind. */
export async function countChanges(tx: Transaction): Promise<Counts> {
  const [counts] = await tx.db.execute<Counts>(template`
    select count(*) filter (where kind = 'new')::integer as new,
      count(*) filter (where kind = 'dearer')::integer as dearer,
      count(*) filter (where kind = 'cheaper')::integer as cheaper,
      count(*) filter (where kind = 'gone')::integer as gone,
      count(*) filter (where kind = 'other')::integer as other,
      count(*) filter (where dearer and kind in ('new', 'gone'))::integer as dearer_below
    from file_changes`);
  if (!counts) throw new Error('a count answered nothing');
  return counts;
}

const ofHeading = ({ heading, missing, currency }: FileRows) => ({
  columns: heading?.columns ?? [],
  missing,
  currency,
});

/** The changes of a file that cannot be read yet, because a needed column was not found. */
export const nothingOf = (rows: FileRows): DeckChanges => ({
  ...{ rows: 0, same: 0, new: 0, dearer: 0, cheaper: 0, gone: 0, other: 0, rounded: 0, overlapping: 0 },
  ...{ dearerBelow: 0, closed: 0, sold: 0, closedUsed: 0, looksLikeCosts: false, examples: [] },
  ...ofHeading(rows),
});

/** Tells whether most prices of a file are not above what some carrier asks for the same prefix: nobody would sell so. */
async function looksLikeCosts(tx: Transaction, { service }: Deck): Promise<boolean> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const [found] = await tx.db.execute<{ known: number; below: number }>(template`
    select count(*)::integer as known, (count(*) filter (where f.rate <= asked.rate))::integer as below
    from file_rows f cross join lateral (
      select min(r.rate) as rate from rate_decks c join rate_rows r on r.deck_id = c.id and r.prefix = f.prefix
      where c.kind = 'cost' and c.service = ${service} and not r.blocked
        and r.valid_from <= ${now} and (r.valid_until is null or r.valid_until > ${now})
    ) asked where asked.rate is not null and not f.blocked`);
  return found !== undefined && found.known > 0 && found.below * 2 > found.known;
}
