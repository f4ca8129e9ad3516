import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import type { DeckChanges } from './contract.ts';
import type { FileRows } from './files/file-rows.ts';
import type { Closed } from './rises/find-closed.ts';

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

/** What a staged file changes, for the administrator who decides. */
export async function readChanges(
  tx: Transaction,
  { count, rounded, overlapping }: FileRows,
  { destinations: closed, of: sold, used: closedUsed }: Closed,
): Promise<DeckChanges> {
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
