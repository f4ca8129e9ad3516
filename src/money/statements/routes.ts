import { type Context, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import * as contract from './contract.ts';
import { exportCsv } from './export-csv.ts';
import { exportPdf } from './export-pdf.ts';
import { getSpend } from './get-spend.ts';
import { getStatement } from './get-statement.ts';
import { listLines } from './list-lines.ts';
import { readPeriod } from './period.ts';

const { route } = routesFor<Deps>();

type Asked = Pick<Context<typeof contract.getStatement, Deps>, 'deps' | 'params' | 'query'>;

const asked = ({ deps, params, query }: Asked) => ({
  userId: params.id,
  period: readPeriod({ asked: query, now: deps.clock.now() }),
  type: query.type,
});

export const statementRoutes = [
  route(contract.getStatement, async (context) => getStatement(context.deps, asked(context))),
  route(contract.listStatementLines, async ({ deps, params, query }) =>
    listLines(deps, { ...asked({ deps, params, query }), query }),
  ),
  route(contract.exportStatementCsv, async (context) => exportCsv(context.deps, asked(context))),
  route(contract.exportStatementPdf, async (context) => exportPdf(context.deps, asked(context))),
  route(contract.getSpend, ({ deps, params }) => getSpend(deps, params.id)),
];
