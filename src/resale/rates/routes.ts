import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import * as contract from './contract.ts';
import { exportRates } from './export-rates.ts';
import { searchRates } from './search-rates.ts';

const { route } = routesFor<Deps>();

export const rateRoutes = [
  route(contract.searchRates, ({ deps, params, query }) => searchRates(deps, { userId: params.id, ...query })),
  route(contract.exportRates, ({ deps, params }) => exportRates(deps, params.id)),
];
