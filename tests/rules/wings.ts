import { type Wing, WINGS, wingOf } from './rooms.ts';
import { importsOf, readSources, type Source } from './sources.ts';

/** How many imports each wing has from each other one. */
export function importsBetweenWings(sources: readonly Source[]): Map<Wing, Map<Wing, number>> {
  const matrix = new Map(WINGS.map((wing) => [wing, new Map<Wing, number>()]));
  for (const source of sources) {
    const from = wingOf(source.path);
    if (!from) continue;
    for (const target of importsOf(source)) {
      const to = wingOf(target);
      const row = matrix.get(from);
      if (to && to !== from) row?.set(to, (row.get(to) ?? 0) + 1);
    }
  }
  return matrix;
}

/** A row for each wing, a column for each it imports from; what climbs would stand right of the diagonal. */
export function drawWings(sources: readonly Source[]): string {
  const matrix = importsBetweenWings(sources);
  const width = Math.max(...WINGS.map(({ length }) => length)) + 2;
  const line = (cells: readonly string[]) => cells.map((cell) => cell.padStart(width)).join('');
  const rows = WINGS.map((from, index) =>
    line([from, ...WINGS.map((to, place) => (place === index ? '.' : String(matrix.get(from)?.get(to) ?? '')))]),
  );
  return [line(['imports from', ...WINGS]), ...rows].join('\n');
}

if (import.meta.main) console.log(drawWings(readSources()));
