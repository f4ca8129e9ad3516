import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import { getResellerStatus } from './contract.ts';
import { getStatus } from './get-status.ts';

const { route } = routesFor<Deps>();

export const resellerRoutes = [route(getResellerStatus, ({ deps, params }) => getStatus(deps, params.id))];
