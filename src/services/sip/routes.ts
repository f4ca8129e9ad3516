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
import { receiveSipCall } from './incoming/contract.ts';
import { takeSipCall } from './incoming/take-sip-call.ts';
import { listTrunkRegistrations } from './registrations/contract.ts';
import { listRegistrations } from './registrations/list-registrations.ts';

const { publicRoute, route } = routesFor<Deps>();

const askedBy = ({ headers }: Request) => ({ authorization: headers.get('authorization') });

export const sipRoutes = [
  publicRoute(authorizeSipCall, ({ deps, incoming, body }) =>
    authorizeCall(deps, { authorization: incoming.request.headers.get('authorization'), request: body }),
  ),
  publicRoute(listSipCarriersEndpoint, async ({ deps, incoming }) =>
    listSipCarriers(deps, incoming.request.headers.get('authorization')),
  ),
  publicRoute(receiveSipCall, ({ deps, incoming, body }) =>
    takeSipCall(deps, { authorization: incoming.request.headers.get('authorization'), request: body }),
  ),
  publicRoute(authorizeEchoCallEndpoint, ({ deps, incoming, body }) =>
    authorizeEchoCall(deps, { authorization: incoming.request.headers.get('authorization'), request: body }),
  ),
  publicRoute(box.instructBox, ({ deps, incoming, params, body }) =>
    instructBox(deps, { ...askedBy(incoming.request), ...params, report: body }),
  ),
  publicRoute(box.keepBoxRecording, ({ deps, incoming, params }) =>
    keepBoxRecording(deps, { ...askedBy(incoming.request), ...params, request: incoming.request }),
  ),
  publicRoute(box.getBoxSound, ({ deps, incoming, params }) =>
    getBoxSound(deps, { ...askedBy(incoming.request), ...params }),
  ),
  route(getTrunkEcho, ({ deps, params }) => getEcho(deps, { userId: params.id, trunkId: params.packageId })),
  route(listTrunkRegistrations, ({ deps, params }) =>
    listRegistrations(deps, { userId: params.id, trunkId: params.packageId }),
  ),
];
