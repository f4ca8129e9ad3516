import { route, routeInStatement } from '../http/route.ts';
import {
  listSms as listEndpoint,
  listSmsRecipients as listRecipientsEndpoint,
  sendSms as sendEndpoint,
} from './contract.ts';
import { listSms, listSmsRecipients } from './list.ts';
import { sendSms } from './send.ts';

export const messagingRoutes = [
  routeInStatement(sendEndpoint, ({ deps, credential, idempotencyKey, params, body }) =>
    sendSms(deps, credential, idempotencyKey, { owner: params.id, ...body }),
  ),
  route(listEndpoint, ({ deps, params, query }) => listSms(deps, params.id, query)),
  route(listRecipientsEndpoint, ({ deps, params, query }) =>
    listSmsRecipients(deps, { owner: params.id, message: params.messageId }, query),
  ),
];
