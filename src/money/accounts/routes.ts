import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { closeMonth } from './close-month.ts';
import * as contract from './contract.ts';
import { exportMonth } from './export-month.ts';
import { getBooks as proof } from '../proof/contract.ts';
import { getBooks } from '../proof/get-books.ts';
import { getMonth, getTrialBalance } from './present-books.ts';

const { changeRoute, route } = routesFor<Deps>();

/** The books as accountants read them. */
export const bookRoutes = [
  route(proof, ({ deps }) => getBooks(deps)),
  route(contract.getMonthOfBooks, ({ deps, params }) => getMonth(deps, params.month)),
  route(contract.getTrialBalance, ({ deps, params }) => getTrialBalance(deps, params.day)),
  changeRoute(contract.closeMonth, (by, { params }) => closeMonth(by, params.month)),
  route(contract.exportMonth, ({ deps, actor, params, query }) =>
    exportMonth({ deps, actor }, { ...params, ...query }),
  ),
];
