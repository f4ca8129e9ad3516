import { routesFor } from '../../../callers/route.ts';
import type { Deps } from '../../deps.ts';
import * as contract from './contract.ts';
import { decidePort } from './decide-port.ts';
import { listAll, listOwn, openPort } from './list-ports.ts';
import { savePort, withdrawPort } from './request-port.ts';

const { route } = routesFor<Deps>();

export const portRoutes = [
  route(contract.listPorts, ({ deps, params, query }) => listOwn(deps, { userId: params.id, ...query })),
  route(contract.requestPort, ({ deps, actor, params, body, transact }) =>
    transact((tx) => savePort({ tx, deps, actor }, { userId: params.id, ...body })),
  ),
  route(contract.correctPort, ({ deps, actor, params: { id: userId, portId }, body, transact }) =>
    transact((tx) => savePort({ tx, deps, actor }, { userId, portId, ...body })),
  ),
  route(contract.withdrawPort, ({ actor, params: { id: userId, portId }, transact }) =>
    transact((tx) => withdrawPort({ tx, actor }, { userId, portId })),
  ),
  route(contract.listAllPorts, ({ deps, query }) => listAll(deps, query)),
  route(contract.openPort, ({ deps, actor, params, transact }) =>
    transact((tx) => openPort({ tx, deps, actor }, params.portId)),
  ),
  route(contract.decidePort, ({ deps, actor, params, body, transact }) =>
    transact((tx) => decidePort({ tx, deps, actor }, { portId: params.portId, decision: body })),
  ),
];
