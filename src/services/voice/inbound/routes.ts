import { routesFor } from '../../../callers/route.ts';
import { callsUrl } from '../../../carriers/callback-url.ts';
import { jsonResponse } from '../../../edge/http/answer.ts';
import { readBody } from '../../../edge/http/read-request.ts';
import type { Deps } from '../../deps.ts';
import { blockCaller, listBlockedCallers, unblockCaller } from './blocked-callers.ts';
import { callNumber } from './call-number.ts';
import * as contract from './contract.ts';
import { listReceivedCalls } from './list-received-calls.ts';
import { receiveCall } from './receive-call.ts';

const { bareRoute, changeRoute, route } = routesFor<Deps>();

/** Not through `publicRoute`: a carrier's body is not our JSON, and its signature covers every byte. */
const callbackRoute = bareRoute(contract.incomingCallCallback, async (deps, { request, params }) => {
  const provider = params.provider ?? '';
  const url = callsUrl({ deps }, provider) + new URL(request.url).search;
  const body = await readBody(request, contract.incomingCallCallback);
  const callback = { url, headers: request.headers, body };
  const instructions = await receiveCall(deps, { provider, callback });
  // A carrier that waits for nothing reads nothing.
  if (!instructions) return jsonResponse(200, '{}');
  return new Response(instructions.body, {
    headers: { 'content-type': instructions.contentType, 'cache-control': 'no-store' },
  });
});

export const inboundRoutes = [
  route(contract.listReceivedCalls, ({ deps, params, query }) =>
    listReceivedCalls({ deps }, { userId: params.id, ...query }),
  ),
  route(contract.listBlockedCallers, ({ deps, params }) => listBlockedCallers({ deps }, { userId: params.id })),
  changeRoute(contract.blockCaller, (by, { params, body }) =>
    blockCaller(by, { userId: params.id, number: body.number }),
  ),
  changeRoute(contract.unblockCaller, (by, { params }) =>
    unblockCaller(by, { userId: params.id, number: params.number }),
  ),
  changeRoute(contract.callNumber, (by, { params: { id: userId, numberId }, body }) =>
    callNumber(by, { userId, numberId, ...body }),
  ),
  callbackRoute,
];
