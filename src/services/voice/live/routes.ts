import { routesFor } from '../../../callers/route.ts';
import type { Deps } from '../../deps.ts';
import * as contract from './contract.ts';
import { listLiveCalls } from './list-live-calls.ts';

const { route } = routesFor<Deps>();

export const liveRoutes = [route(contract.listLiveCalls, ({ deps, query }) => listLiveCalls(deps, query))];
