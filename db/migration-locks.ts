/** A table that a migration locks, and how strongly. */
export interface TableLock {
  table: string;
  mode: 'access exclusive' | 'share row exclusive';
}

const ALTERED = /\balter table\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)"?/gi;
/** A trigger's or an index's table, and one that a foreign key refers to. */
const NAMED = /\b(?:on|references)\s+(?:"?public"?\.)?"?(\w+)"?/gi;

/**
 * Which tables a migration locks so that requests wait for it: those that it alters from everybody, those that get
 * an index, a trigger or a foreign key from whoever writes.
 * @param existing the tables that there are: nobody else uses one that the migration makes
 */
export function locksOf(statements: readonly string[], existing: ReadonlySet<string>): TableLock[] {
  const text = statements.join('\n');
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, table = '']) => table);
  const altered = new Set(named(ALTERED));
  const tables = [...new Set([...altered, ...named(NAMED)])].filter((table) => existing.has(table));
  return tables.map((table) => ({ table, mode: altered.has(table) ? 'access exclusive' : 'share row exclusive' }));
}
