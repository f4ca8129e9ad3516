import { routesFor } from '../../../callers/route.ts';
import type { Deps } from '../../deps.ts';
import * as contract from './contract.ts';
import { decidePort } from './decide-port.ts';
import { listAll, listOwn, openPort } from './list-ports.ts';
import { savePort, withdrawPort } from './request-port.ts';

const { changeRoute, route } = routesFor<Deps>();

export const portRoutes = [
  route(contract.listPorts, ({ deps, params, query }) => listOwn(deps, { userId: params.id, ...query })),
  changeRoute(contract.requestPort, (by, { params, body }) => savePort(by, { userId: params.id, ...body })),
  changeRoute(contract.correctPort, (by, { params: { id: userId, portId }, body }) =>
    savePort(by, { userId, portId, ...body }),
  ),
  changeRoute(contract.withdrawPort, (by, { params: { id: userId, portId } }) => withdrawPort(by, { userId, portId })),
  route(contract.listAllPorts, ({ deps, query }) => listAll(deps, query)),
  changeRoute(contract.openPort, (by, { params }) => openPort(by, params.portId)),
  changeRoute(contract.decidePort, (by, { params, body }) => decidePort(by, { portId: params.portId, decision: body })),
];
