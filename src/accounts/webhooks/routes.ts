import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import {
  createWebhook as createEndpoint,
  deleteWebhook as deleteEndpoint,
  listWebhookDeliveries,
  listWebhooks as listEndpoint,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook as updateEndpoint,
} from './contract.ts';
import { createWebhook, updateWebhook, rotateSecret, listWebhooks, deleteWebhook } from './webhooks.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { replay } from './deliveries/replay.ts';
import { requireTarget } from './require-target.ts';
import { sendTest } from './deliveries/send-test.ts';

const { changeRoute, route } = routesFor<Deps>();

/** The account and the webhook, from the path. */
const which = <Params extends { id: string; webhookId: string }>({ id, ...rest }: Params) => ({ userId: id, ...rest });

// Names are resolved before the transaction, because a transaction must not wait for other servers.
export const webhookRoutes = [
  route(listEndpoint, ({ deps, params }) => listWebhooks(deps, params.id)),
  route(createEndpoint, async ({ deps, actor, params, body, transact }) => {
    await requireTarget(deps, body.url);
    return transact((tx) => createWebhook({ tx, deps, actor }, { userId: params.id, body }));
  }),
  route(updateEndpoint, async ({ deps, actor, params, body, transact }) => {
    await requireTarget(deps, body.url);
    return transact((tx) => updateWebhook({ tx, actor }, { ...which(params), body }));
  }),
  changeRoute(deleteEndpoint, (by, { params }) => deleteWebhook(by, which(params))),
  changeRoute(rotateWebhookSecret, (by, { params }) => rotateSecret(by, which(params))),
  changeRoute(testWebhook, ({ tx }, { params, query }) => sendTest(tx, { ...which(params), ...query })),
  route(listWebhookDeliveries, ({ deps, params, query }) => listDeliveries(deps, { ...which(params), ...query })),
  changeRoute(replayWebhookDelivery, ({ tx }, { params }) => replay(tx, which(params))),
];
