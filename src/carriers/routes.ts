import { jsonResponse } from '../edge/http/answer.ts';
import { notFound } from '../platform/kit/errors.ts';
import { readBody } from '../edge/http/read-request.ts';
import { type Route, routesFor } from '../callers/route.ts';
import type { Deps } from './deps.ts';
import {
  changeCarrierAccount,
  createCarrierAccount,
  deleteCarrierAccount,
  listCarrierAccounts,
} from './accounts/contract.ts';
import { changeAccount, deleteAccount, makeAccount, useAtOnce } from './accounts/keep-account.ts';
import { listAccounts } from './accounts/list-accounts.ts';
import { callbackUrl } from './callback-url.ts';
import {
  carrierCallback,
  getCarrierHealth,
  getCarriers,
  exportQuality as exportEndpoint,
  getQuality,
  listDestinationHealth as destinationsEndpoint,
  listUnmatchedReports as unmatchedEndpoint,
  listUnreadReports as unreadEndpoint,
  switchCarrier as switchEndpoint,
} from './contract.ts';
import { listDestinationHealth } from './routing/destination-health.ts';
import { exportQuality, readQuality } from './routing/quality.ts';
import { carrierHistory } from './history.ts';
import { probeAndStore } from './probe.ts';
import { receiveCallback } from './receipts.ts';
import { carrierStatus } from './status.ts';
import { switchCarrier } from './switch.ts';
import { listUnmatchedReports } from './unmatched-reports.ts';
import { listUnreadReports } from './unread-reports.ts';

const { bareRoute, route } = routesFor<Deps>();

/** Not through `publicRoute`: a carrier's body is not our JSON, and its signature covers every byte. */
const callbackRoute = bareRoute(carrierCallback, async (deps, { request, params }) => {
  const provider = params.provider ?? '';
  const { search } = new URL(request.url);
  await receiveCallback(deps, {
    name: provider,
    callback: {
      url: callbackUrl({ deps }, provider) + search,
      headers: request.headers,
      body: await readBody(request, carrierCallback),
    },
  });
  return jsonResponse(204, '');
});

export const carrierRoutes: readonly Route<Deps>[] = [
  route(getCarriers, ({ deps }) => carrierStatus(deps)),
  route(getCarrierHealth, ({ deps, actor }) => carrierHistory({ deps, actor })),
  route(switchEndpoint, async ({ deps, actor, params, transact }) => {
    const carrier = deps.carriers.list.find(({ name }) => name === params.provider);
    if (!carrier) throw notFound('Provider');
    // Asked before the transaction, because a slow carrier must not keep one open.
    const { healthy } = await probeAndStore(deps, carrier);
    const status = await carrierStatus(deps);
    return transact(async (tx) => {
      await switchCarrier({ tx, actor }, { name: carrier.name, healthy });
      return { ...status, activeProvider: carrier.name };
    });
  }),
  route(unmatchedEndpoint, ({ deps }) => listUnmatchedReports(deps)),
  route(unreadEndpoint, ({ deps }) => listUnreadReports(deps)),
  route(destinationsEndpoint, ({ deps }) => listDestinationHealth(deps)),
  route(getQuality, ({ deps, query }) => deps.replica.read(deps, (late) => readQuality(late, query))),
  route(exportEndpoint, ({ deps, actor, query }) => exportQuality({ deps, actor }, query)),
  route(listCarrierAccounts, ({ deps }) => listAccounts(deps, deps.db)),
  route(createCarrierAccount, async ({ deps, actor, body, transact }) => {
    const answer = await transact((tx) => makeAccount({ deps, tx, actor }, body));
    await useAtOnce(deps);
    return answer;
  }),
  route(changeCarrierAccount, async ({ deps, actor, params, body, transact }) => {
    const answer = await transact((tx) => changeAccount({ deps, tx, actor }, { ...params, ...body }));
    await useAtOnce(deps);
    return answer;
  }),
  route(deleteCarrierAccount, async ({ deps, actor, params, transact }) => {
    await transact((tx) => deleteAccount({ tx, actor }, params.name));
    await useAtOnce(deps);
  }),
  callbackRoute,
];
