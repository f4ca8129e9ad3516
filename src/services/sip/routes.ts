import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { authorizeCall } from './authorize-call.ts';
import * as machine from './answering-machine/contract.ts';
import { getMachineSound } from './answering-machine/get-machine-sound.ts';
import { instructMachine } from './answering-machine/instruct-machine.ts';
import { keepMachineRecording } from './answering-machine/keep-recording.ts';
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
import * as recordings from './recordings/contract.ts';
import { announcementIn } from './recordings/get-announcement.ts';
import { keepCallRecording } from './recordings/keep-call-recording.ts';
import { listTrunkRegistrations } from './registrations/contract.ts';
import { listRegistrations } from './registrations/list-registrations.ts';

const { edgeRoute, route } = routesFor<Deps>();

export const sipRoutes = [
  edgeRoute(authorizeSipCall, ({ deps, body }) => authorizeCall(deps, body)),
  edgeRoute(listSipCarriersEndpoint, async ({ deps }) => listSipCarriers(deps)),
  edgeRoute(receiveSipCall, ({ deps, body }) => takeSipCall(deps, body)),
  edgeRoute(authorizeEchoCallEndpoint, ({ deps, body }) => authorizeEchoCall(deps, body)),
  edgeRoute(machine.instructMachine, ({ deps, params, body }) => instructMachine(deps, { ...params, report: body })),
  edgeRoute(machine.keepMachineRecording, ({ deps, incoming, params }) =>
    keepMachineRecording(deps, { ...params, request: incoming.request }),
  ),
  edgeRoute(machine.getMachineSound, ({ deps, params }) => getMachineSound(deps, params)),
  edgeRoute(recordings.keepCallRecording, ({ deps, incoming, params }) =>
    keepCallRecording(deps, { ...params, request: incoming.request }),
  ),
  edgeRoute(recordings.getAnnouncement, ({ params }) => announcementIn(params.language)),
  route(listSipEdges, ({ deps }) => listEdges(deps)),
  route(getTrunkEcho, ({ deps, params }) => getEcho(deps, { userId: params.id, trunkId: params.packageId })),
  route(listTrunkRegistrations, ({ deps, params }) =>
    listRegistrations(deps, { userId: params.id, trunkId: params.packageId }),
  ),
];
