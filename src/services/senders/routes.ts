import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import * as contract from './contract.ts';
import { decideSender } from './decide.ts';
import { countRequests, listRequests } from './list-requests.ts';
import { listSenders } from './list-senders.ts';
import { removeSender, requestSender } from './own-names.ts';

const { changeRoute, route } = routesFor<Deps>();

export const senderRoutes = [
  route(contract.listSenders, ({ deps, params }) => listSenders(deps, params.id)),
  changeRoute(contract.requestSenderName, (by, { params, body }) => requestSender(by, { userId: params.id, ...body })),
  changeRoute(contract.removeSenderName, (by, { params: { id: userId, nameId } }) =>
    removeSender(by, { userId, nameId }),
  ),
  route(contract.countSenderRequests, ({ deps }) => countRequests(deps)),
  route(contract.listSenderRequests, ({ deps, query }) => listRequests(deps, query)),
  changeRoute(contract.decideSenderName, (by, { params, body }) =>
    decideSender(by, { nameId: params.nameId, decision: body }),
  ),
];
