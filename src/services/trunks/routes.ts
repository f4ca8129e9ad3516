import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { setTrunkAddresses } from './addresses/contract.ts';
import { setAddresses } from './addresses/set-addresses.ts';
import { authenticate } from './authenticate-sip.ts';
import { changeCredentials } from './change-credentials.ts';
import {
  authenticateSip,
  changeSipCredentials,
  createTrunk,
  listTrunks,
  openTelephone as openTelephoneEndpoint,
  rotateSipCredentials,
  updateTrunk as updateTrunkEndpoint,
  upgradeTrunk,
} from './contract.ts';
import { openTelephone } from './open-telephone.ts';
import { order, upgrade } from './order.ts';
import { listTrunks as trunksOf } from './read-trunks.ts';
import { rotateCredentials } from './rotate-credentials.ts';
import { updateTrunk } from './update-trunk.ts';

const { changeRoute, edgeRoute, route } = routesFor<Deps>();

const trunkOf = ({ id: userId, packageId: trunkId }: { id: string; packageId: string }) => ({ userId, trunkId });

export const trunkRoutes = [
  route(listTrunks, ({ deps, params, query }) => trunksOf(deps, { userId: params.id, ...query })),
  changeRoute(createTrunk, (by, { params, body }) => order(by, { userId: params.id, planId: body.packageType })),
  changeRoute(upgradeTrunk, (by, { params, body }) => upgrade(by, { ...trunkOf(params), planId: body.packageType })),
  changeRoute(rotateSipCredentials, (by, { params }) => rotateCredentials(by, trunkOf(params))),
  route(openTelephoneEndpoint, ({ deps, actor, params }) => openTelephone(deps, actor, trunkOf(params))),
  changeRoute(changeSipCredentials, (by, { params, body }) => changeCredentials(by, { ...trunkOf(params), ...body })),
  changeRoute(updateTrunkEndpoint, (by, { params, body }) => updateTrunk(by, { ...trunkOf(params), ...body })),
  changeRoute(setTrunkAddresses, (by, { params, body }) => setAddresses(by, { ...trunkOf(params), ...body })),
  edgeRoute(authenticateSip, ({ deps, body }) => authenticate(deps, body)),
];
