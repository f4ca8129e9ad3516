import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { authenticate } from './authenticate-sip.ts';
import {
  authenticateSip,
  createVoicePackage,
  listVoicePackages,
  rotateSipCredentials,
  upgradeVoicePackage,
} from './contract.ts';
import { listTrunks } from './list.ts';
import { order } from './order.ts';
import { rotateCredentials } from './rotate-credentials.ts';
import { upgrade } from './upgrade.ts';

const { publicRoute, route } = routesFor<Deps>();

export const trunkRoutes = [
  route(listVoicePackages, ({ deps, params, query }) => listTrunks(deps, { userId: params.id, ...query })),
  route(createVoicePackage, ({ actor, params, body, transact }) =>
    transact((tx) => order({ tx, actor }, { userId: params.id, planId: body.packageType })),
  ),
  route(upgradeVoicePackage, ({ actor, params, body, transact }) =>
    transact((tx) =>
      upgrade({ tx, actor }, { userId: params.id, packageId: params.packageId, planId: body.packageType }),
    ),
  ),
  route(rotateSipCredentials, ({ deps, actor, params, transact }) =>
    transact((tx) =>
      rotateCredentials({ tx, deps, actor }, { userId: params.id, packageId: params.packageId }),
    ),
  ),
  publicRoute(authenticateSip, ({ deps, incoming, body }) =>
    authenticate(deps, { authorization: incoming.request.headers.get('authorization'), request: body }),
  ),
];
