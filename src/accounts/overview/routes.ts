import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import * as contract from './contract.ts';
import { getOverview } from './get-overview.ts';

const { route } = routesFor<Deps>();

export const overviewRoutes = [route(contract.getOverview, ({ deps, params }) => getOverview(deps, params.id))];
