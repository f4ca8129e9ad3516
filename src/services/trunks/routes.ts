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
import { listPackages } from './list.ts';
import { order } from './order.ts';
import { rotateCredentials } from './rotate-credentials.ts';
import { upgrade } from './upgrade.ts';

const { publicRoute, route } = routesFor<Deps>();

export const packageRoutes = [
  route(listVoicePackages, ({ deps, params, query }) => listPackages(deps, params.id, query)),
  route(createVoicePackage, ({ actor, params, body, transact }) =>
    transact((tx) => order(tx, actor, params.id, body.packageType)),
  ),
  route(upgradeVoicePackage, ({ actor, params, body, transact }) =>
    transact((tx) => upgrade(tx, actor, params.id, params.packageId, body.packageType)),
  ),
  route(rotateSipCredentials, ({ deps, actor, params, transact }) =>
    transact((tx) => rotateCredentials(tx, deps.config, actor, params.id, params.packageId)),
  ),
  publicRoute(authenticateSip, ({ deps, incoming, body }) =>
    authenticate(deps, incoming.request.headers.get('authorization'), body),
  ),
];
