import { resellerAtHost } from '../../callers/registration/reseller-at-host.ts';
import { routesFor } from '../../callers/route.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../../services/deps.ts';
import * as contract from './contract.ts';
import { countryPrices } from './country-prices.ts';
import { exportRates } from './export-rates.ts';
import { searchRates } from './search-rates.ts';

const { publicRoute, route } = routesFor<Deps>();

export const rateRoutes = [
  route(contract.searchRates, ({ deps, params, query }) => searchRates(deps, { userId: params.id, ...query })),
  publicRoute(contract.getCountryPrices, async ({ deps, query: { country }, incoming }) => {
    // Our prices are not a reseller's.
    if (await resellerAtHost(deps.db, incoming.request.headers.get('host'))) throw notFound('Country');
    return countryPrices(deps, country);
  }),
  route(contract.exportRates, ({ deps, params }) => exportRates(deps, params.id)),
];
