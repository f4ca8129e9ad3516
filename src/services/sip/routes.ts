import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { authorizeCall } from './authorize-call.ts';
import { authorizeSipCall } from './contract.ts';

const { publicRoute } = routesFor<Deps>();

export const sipRoutes = [
  publicRoute(authorizeSipCall, ({ deps, incoming, body }) =>
    authorizeCall(deps, { authorization: incoming.request.headers.get('authorization'), request: body }),
  ),
];
