import { jsonResponse } from '../../edge/http/answer.ts';
import { readBody } from '../../edge/http/read-request.ts';
import { type Incoming, type Route, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { validate } from '../../platform/kit/validate.ts';
import { noteLimitReached } from '../../money/allowances/limit-reached.ts';
import { callbackUrl } from '../../carriers/callback-url.ts';
import type { CarrierCallback } from '../../carriers/port.ts';
import { readCallPreference } from './running/calling-carriers.ts';
import * as contract from './contract.ts';
import { getQuote } from './get-quote.ts';
import { hangUp } from './hang-up.ts';
import { getCall, exportCalls, listCalls } from './list-calls.ts';
import * as live from './live/contract.ts';
import { listLiveCalls } from './live/list-live-calls.ts';
import { placeCall } from './place-call.ts';
import { readTrace } from './trunk/read-trace.ts';
import { giveInstructions } from './running/give-instructions.ts';
import { receiveNews } from './running/receive-news.ts';
import { deleteRecording, getRecording } from './recordings/serve-recording.ts';
import type { Config } from '../config.ts';
import { z } from 'zod';

const { bareRoute, changeRoute, route } = routesFor<Deps>();

/** A request as its carrier signed it: with the public address and every byte of its body. */
const carriersRequest = async (config: Config, provider: string, { request }: Incoming): Promise<CarrierCallback> => {
  const { pathname, search } = new URL(request.url);
  const below = pathname.slice(pathname.indexOf('/voice'));
  return {
    url: callbackUrl({ deps: { config } }, provider) + below + search,
    headers: request.headers,
    body: await readBody(request, contract.callCallback),
  };
};

/** Not through `publicRoute`: a carrier's body is not our JSON, and its signature covers every byte. */
const callbackRoute = bareRoute(contract.callCallback, async (deps, incoming) => {
  const provider = incoming.params.provider ?? '';
  await receiveNews(deps, { provider, callback: await carriersRequest(deps.config, provider, incoming) });
  return jsonResponse(204, '');
});

const instructionsRoute = bareRoute(contract.callInstructions, async (deps, incoming) => {
  const { params, query } = contract.callInstructions;
  const { provider, callId } = validate(params ?? z.never(), incoming.params);
  const { moment, step } = validate(query ?? z.never(), incoming.query);
  const callback = await carriersRequest(deps.config, provider, incoming);
  const { contentType, body } = await giveInstructions(deps, { provider, callId, moment, step, callback });
  return new Response(body, {
    headers: { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': 'no-store' },
  });
});

export const voiceRoutes: readonly Route<Deps>[] = [
  route(contract.placeCall, async ({ deps, params, body, transact }) => {
    const preference = await readCallPreference(deps);
    return noteLimitReached(deps, {
      userId: params.id,
      work: () => transact((tx) => placeCall({ tx, deps }, { userId: params.id, order: body, preference })),
    });
  }),
  route(contract.listCalls, ({ deps, params, query }) => listCalls(deps, { userId: params.id, ...query })),
  route(contract.exportCalls, async ({ deps, params, query }) => exportCalls(deps, params.id, query)),
  route(contract.getCallQuote, ({ deps, params, query }) => getQuote(deps, { userId: params.id, ...query })),
  route(contract.getCall, ({ deps, params }) => getCall(deps, { userId: params.id, callId: params.callId })),
  route(contract.getCallTrace, ({ deps, params }) => readTrace(deps, { userId: params.id, callId: params.callId })),
  changeRoute(contract.hangUpCall, (by, { params }) => hangUp(by, { userId: params.id, callId: params.callId })),
  route(contract.getRecording, ({ deps, actor, params: { id: userId, ...rest }, query }) =>
    getRecording({ deps, actor }, { place: { userId, ...rest }, download: query.download !== undefined }),
  ),
  changeRoute(contract.deleteRecording, (by, { params: { id: userId, ...rest } }) =>
    deleteRecording(by, { userId, ...rest }),
  ),
  route(live.listLiveCalls, ({ deps, query }) => listLiveCalls(deps, query)),
  callbackRoute,
  instructionsRoute,
];
