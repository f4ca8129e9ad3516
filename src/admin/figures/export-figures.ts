import { sql as template } from 'drizzle-orm';
import { type Calling, audit } from '../../callers/audit.ts';
import type { Deps } from '../../services/deps.ts';
import { figureRowsSql } from '../../money/figures/figure-rows.ts';
import { readPeriod } from '../../money/statements/period.ts';
import { transact } from '../../platform/events/transact.ts';
import { type FileAnswer, csvFile } from '../../platform/kit/answer.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import type { exportFigures as endpoint } from './contract.ts';
import { COLUMNS, joinPerson, type MeasureRow, measureSums, presentMeasures, UNKNOWN } from './measures.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

type Asked = QueryOf<typeof endpoint>;

/** The figures of a period as a CSV file, which is read day by day as fast as the client takes it. */
export async function exportFigures({ deps, actor }: Calling<Deps>, query: Asked): Promise<FileAnswer> {
  const { from, to } = readPeriod({ asked: query, now: deps.clock.now() });
  await transact(deps, (tx) => audit(tx, actor, 'figures.exported', { detail: query }));
  const columns = ['day', query.split, 'email', 'service', ...COLUMNS];
  return csvFile(`figures-${query.split}-${from}-${to}`, columns, linesOf(deps, { ...query, from, to }));
}

async function* linesOf(
  deps: Pick<Deps, 'db' | 'sql' | 'replica'>,
  { split, service, from, to }: Asked & { from: string; to: string },
): AsyncGenerator<string[][]> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    const rows = await deps.replica.read(deps, ({ db }) =>
      db.execute<MeasureRow & { key: string; service: string; email: string | null }>(template`
      select f.key, f.service, u.email, ${measureSums('f')}
      from (${figureRowsSql({ by: split, from: day, to: day, service, withoutPackagesRow: true })}) f
      ${joinPerson(split)}
      group by 1, 2, 3 order by 1, 2`),
    );
    yield rows.map((row) => {
      const measures = presentMeasures(row);
      return [
        ...[day, row.key, row.email ?? '', row.service],
        ...COLUMNS.map((name) => String(measures[name] ?? UNKNOWN)),
      ];
    });
  }
}
