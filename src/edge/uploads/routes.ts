import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { getObject, getSound, putObject, requestUpload } from './contract.ts';
import { getObject as sendObject } from './get-object.ts';
import { getSound as sendSound } from './get-sound.ts';
import { putObject as storeObject } from './put-object.ts';
import { requestOrigin } from './request-origin.ts';
import { requestUpload as makeLink } from './request-upload.ts';

const { publicRoute, route } = routesFor<Deps>();

export const uploadRoutes = [
  route(requestUpload, ({ deps, actor, incoming, body, transact }) => {
    const origin = requestOrigin({ request: incoming.request, publicUrl: deps.config.publicUrl });
    return transact((tx) => makeLink({ deps, tx, actor }, { origin, size: body?.size, kind: body?.kind ?? 'receipt' }));
  }),
  publicRoute(putObject, ({ deps, params, query, incoming }) =>
    storeObject(deps, { objectId: params.objectId, ticket: query, request: incoming.request }),
  ),
  route(getObject, ({ deps, actor, params }) => sendObject({ deps, actor }, params)),
  publicRoute(getSound, ({ deps, params, query }) => sendSound(deps, { ...params, ticket: query })),
];
