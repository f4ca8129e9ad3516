import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { authorizeCall } from './authorize-call.ts';
import * as box from './box/contract.ts';
import { getBoxSound } from './box/get-box-sound.ts';
import { instructBox } from './box/instruct-box.ts';
import { keepBoxRecording } from './box/keep-recording.ts';
import { listSipCarriers as listSipCarriersEndpoint } from './carriers/contract.ts';
import { listSipCarriers } from './carriers/list-sip-carriers.ts';
import { authorizeSipCall } from './contract.ts';
import { authorizeEchoCall } from './echo/authorize-echo-call.ts';
import { authorizeEchoCall as authorizeEchoCallEndpoint, getTrunkEcho } from './echo/contract.ts';
import { getEcho } from './echo/get-echo.ts';
import { listSipEdges } from './edges/contract.ts';
import { listEdges } from './edges/list-edges.ts';
import { receiveSipCall } from './incoming/contract.ts';
import { takeSipCall } from './incoming/take-sip-call.ts';
import { listTrunkRegistrations } from './registrations/contract.ts';
import { listRegistrations } from './registrations/list-registrations.ts';

const { edgeRoute, route } = routesFor<Deps>();

export const sipRoutes = [
  edgeRoute(authorizeSipCall, ({ deps, body }) => authorizeCall(deps, body)),
  edgeRoute(listSipCarriersEndpoint, async ({ deps }) => listSipCarriers(deps)),
  edgeRoute(receiveSipCall, ({ deps, body }) => takeSipCall(deps, body)),
  edgeRoute(authorizeEchoCallEndpoint, ({ deps, body }) => authorizeEchoCall(deps, body)),
  edgeRoute(box.instructBox, ({ deps, params, body }) => instructBox(deps, { ...params, report: body })),
  edgeRoute(box.keepBoxRecording, ({ deps, incoming, params }) =>
    keepBoxRecording(deps, { ...params, request: incoming.request }),
  ),
  edgeRoute(box.getBoxSound, ({ deps, params }) => getBoxSound(deps, params)),
  route(listSipEdges, ({ deps }) => listEdges(deps)),
  route(getTrunkEcho, ({ deps, params }) => getEcho(deps, { userId: params.id, trunkId: params.packageId })),
  route(listTrunkRegistrations, ({ deps, params }) =>
    listRegistrations(deps, { userId: params.id, trunkId: params.packageId }),
  ),
];
