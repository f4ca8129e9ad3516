import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import * as contract from './contract.ts';
import { exportCsv } from './export-csv.ts';
import { exportPdf } from './export-pdf.ts';
import { getSpend } from './get-spend.ts';
import { getStatement } from './get-statement.ts';
import { listLines } from './list-lines.ts';
import { readPeriod } from './period.ts';

const { route } = routesFor<Deps>();

export const statementRoutes = [
  route(contract.getStatement, async ({ deps, params, query }) =>
    getStatement(deps, {
      userId: params.id,
      period: readPeriod({ asked: query, now: deps.clock.now() }),
      type: query.type,
    }),
  ),
  route(contract.listStatementLines, async ({ deps, params, query }) =>
    listLines(deps, {
      userId: params.id,
      period: readPeriod({ asked: query, now: deps.clock.now() }),
      query,
    }),
  ),
  route(contract.exportStatementCsv, async ({ deps, params, query }) =>
    exportCsv(deps, {
      userId: params.id,
      period: readPeriod({ asked: query, now: deps.clock.now() }),
      type: query.type,
    }),
  ),
  route(contract.exportStatementPdf, async ({ deps, params, query }) =>
    exportPdf(deps, {
      userId: params.id,
      period: readPeriod({ asked: query, now: deps.clock.now() }),
      type: query.type,
    }),
  ),
  route(contract.getSpend, ({ deps, params }) => getSpend(deps, params.id)),
];
