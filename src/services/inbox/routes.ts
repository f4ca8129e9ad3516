import { routesFor } from '../../callers/route.ts';
import { readBody } from '../../edge/http/read-request.ts';
import { jsonResponse } from '../../edge/http/answer.ts';
import type { Deps } from '../deps.ts';
import { erasePerson as erasePersonOf } from '../contacts/contract.ts';
import { redactSms as redactSmsOf } from '../messaging/contract.ts';
import * as contract from './contract.ts';
import { countUnread, listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { listReceived } from './list-received.ts';
import { messagesUrl } from '../../carriers/callback-url.ts';
import { receive } from './receive.ts';
import { erasePerson, redactOfConversation, redactSms } from './redact.ts';
import { reply } from './reply.ts';
import { getPicture } from './pictures/get-picture.ts';
import { tryNumber } from './try-number.ts';
import { updateConversation } from './update-conversation.ts';

const { bareRoute, changeRoute, route, routeInStatement } = routesFor<Deps>();

/** Not through `publicRoute`: a carrier's body is not our JSON, and its signature covers every byte. */
const callbackRoute = bareRoute(contract.messageCallback, async (deps, { request, params }) => {
  const provider = params.provider ?? '';
  const url = messagesUrl({ deps }, provider) + new URL(request.url).search;
  const body = await readBody(request, contract.messageCallback);
  const callback = { url, headers: request.headers, body };
  await receive({ deps }, { provider, callback });
  return jsonResponse(204, '');
});

export const inboxRoutes = [
  route(contract.listReceived, ({ deps, params, query }) => listReceived({ deps }, { userId: params.id, ...query })),
  route(contract.listConversations, ({ deps, params, query }) =>
    listConversations({ deps }, { userId: params.id, ...query }),
  ),
  route(contract.countUnread, ({ deps, params }) => countUnread(deps, params.id)),
  route(contract.listConversationMessages, ({ deps, params: { id: userId, conversationId }, query }) =>
    listMessages({ deps }, { userId, conversationId, ...query }),
  ),
  changeRoute(contract.updateConversation, (by, { params: { id: userId, conversationId }, body }) =>
    updateConversation(by, { userId, conversationId, ...body }),
  ),
  routeInStatement(
    contract.replyToConversation,
    ({ deps, credential, idempotencyKey, params: { id: userId, conversationId }, body }) =>
      reply({ deps, credential, idempotencyKey }, { userId, conversationId, ...body }),
  ),
  route(contract.getReceivedPicture, ({ deps, actor, params: { id: userId, pictureId } }) =>
    getPicture({ deps, actor }, { userId, pictureId }),
  ),
  changeRoute(contract.tryNumber, (by, { params: { id: userId, numberId }, body }) =>
    tryNumber(by, { userId, numberId, ...body }),
  ),
  changeRoute(redactSmsOf, (by, { params }) => redactSms(by, { owner: params.id, message: params.messageId })),
  changeRoute(
    contract.redactConversationMessage,
    (by, { params: { id: owner, conversationId: conversation, messageId: message } }) =>
      redactOfConversation(by, { owner, conversation, message }),
  ),
  changeRoute(erasePersonOf, (by, { params, body }) => erasePerson(by, { userId: params.id, ...body })),
  callbackRoute,
];
