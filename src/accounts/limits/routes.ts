import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import * as contract from './contract.ts';
import { getLimits } from './get-limits.ts';
import { liftLimit } from './lift-limit.ts';
import { setLimits } from './set-limits.ts';

const { route } = routesFor<Deps>();

export const limitRoutes = [
  route(contract.getLimits, ({ deps, params }) => getLimits(deps.db, params.id, deps.clock.now())),
  route(contract.setLimits, ({ actor, params, body, transact }) =>
    transact((tx) => setLimits(tx, actor, params.id, body)),
  ),
  route(contract.liftLimit, ({ actor, params, body, transact }) =>
    transact((tx) => liftLimit(tx, actor, params.id, body)),
  ),
];
