import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import * as contract from './contract.ts';
import { decideSender } from './decide.ts';
import { countRequests, listRequests } from './list-requests.ts';
import { listSenders } from './list-senders.ts';
import { removeSender, requestSender } from './own-names.ts';

const { route } = routesFor<Deps>();

export const senderRoutes = [
  route(contract.listSenders, ({ deps, params }) => listSenders(deps, params.id)),
  route(contract.requestSenderName, ({ actor, params, body, transact }) =>
    transact((tx) => requestSender({ tx, actor }, { userId: params.id, ...body })),
  ),
  route(contract.removeSenderName, ({ actor, params: { id: userId, nameId }, transact }) =>
    transact((tx) => removeSender({ tx, actor }, { userId, nameId })),
  ),
  route(contract.countSenderRequests, ({ deps }) => countRequests(deps)),
  route(contract.listSenderRequests, ({ deps, query }) => listRequests(deps, query)),
  route(contract.decideSenderName, ({ actor, params, body, transact }) =>
    transact((tx) => decideSender({ tx, actor }, { nameId: params.nameId, decision: body })),
  ),
];
