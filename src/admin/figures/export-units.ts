import type { Deps } from '../../services/deps.ts';
import { type Calling, audit } from '../../callers/audit.ts';
import { readPeriod } from '../../money/statements/period.ts';
import { transact } from '../../platform/events/transact.ts';
import { type FileAnswer, csvList } from '../../platform/kit/answer.ts';
import type { FigureUnit } from './contract.ts';
import { COLUMNS, UNKNOWN } from './measures.ts';
import { findUnits, type UnitFilters } from './list-units.ts';

const CELLS: readonly (readonly [string, (unit: FigureUnit) => string])[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['email', ({ person }) => person.email],
  ['number', ({ number }) => number ?? ''],
  ['carrier', ({ carrier }) => carrier ?? ''],
  ...COLUMNS.map((name) => [name, (unit: FigureUnit) => String(unit[name] ?? UNKNOWN)] as const),
  ['route', ({ routeBy }) => routeBy ?? ''],
  ['route price', ({ routePrice }) => routePrice ?? ''],
  ['route prefix', ({ routePrefix }) => routePrefix ?? ''],
];

/** The messages or calls behind the figures, as a CSV file. */
export async function exportUnits({ deps, actor }: Calling<Deps>, filters: UnitFilters): Promise<FileAnswer> {
  readPeriod({ asked: filters, now: deps.clock.now() });
  await transact(deps, (tx) => audit(tx, actor, 'figures.exported', { detail: filters }));
  return csvList(deps, {
    name: `figures-${filters.service}`,
    columns: CELLS.map(([name]) => name),
    readPage: (page, late) => findUnits(late, filters, page),
    cellsOf: (unit) => CELLS.map(([, read]) => read(unit)),
  });
}
