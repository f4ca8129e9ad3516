import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { decideHeld, listHeld } from './sending/held.ts';
import { cancelSms } from './sending/cancel.ts';
import { moveSms } from './sending/move.ts';
import * as admin from './admin-contract.ts';
import * as contract from './contract.ts';
import * as history from './history-contract.ts';
import { getMessageMedia } from './media/contract.ts';
import { getMedia } from './media/get-media.ts';
import { listUnknownSms } from './history/list-unknown.ts';
import { exportSms, exportSmsReport } from './history/export.ts';
import { listSms, listSmsRecipients, readSms } from './history/list.ts';
import { quoteSms } from './sending/quote.ts';
import { resendSms, sendSms } from './sending/send.ts';
import { listTests, readTest, sendTest, testRecipients } from './sending/tests.ts';
import { settleUnknownSms } from './history/settle-unknown.ts';
import { listUnknownGroups, settleUnknownGroup } from './history/unknown-groups.ts';
import { traceSms } from './history/trace.ts';

const { changeRoute, publicRoute, route, routeInStatement } = routesFor<Deps>();

export const messagingRoutes = [
  routeInStatement(contract.sendSms, ({ deps, credential, idempotencyKey, params, body: { test, ...body } }) =>
    (credential.isTest || test ? sendTest : sendSms)(
      { deps, credential, idempotencyKey },
      { owner: params.id, ...body },
    ),
  ),
  route(contract.quoteSms, ({ deps, params, body }) => quoteSms(deps, { userId: params.id, ...body })),
  route(history.listSms, ({ deps, actor, params: { id: owner }, query: { test, ...listQuery } }) =>
    actor.isTest || test === 'true' ? listTests(deps, { owner, ...listQuery }) : listSms(deps, { owner, listQuery }),
  ),
  route(history.exportSms, async ({ deps, params, query }) => exportSms(deps, params.id, query)),
  route(history.getSms, ({ deps, actor, params: { id, messageId } }) =>
    actor.isTest ? readTest(deps, id, messageId) : readSms(deps.db, id, messageId),
  ),
  route(history.listSmsRecipients, async ({ deps, actor, params: { id: owner, messageId: message }, query }) =>
    actor.isTest
      ? testRecipients(await readTest(deps, owner, message))
      : listSmsRecipients(deps, { owner, message, ...query }),
  ),
  route(history.exportSmsReport, ({ deps, params, query }) =>
    exportSmsReport(deps, { owner: params.id, message: params.messageId, ...query }),
  ),
  route(history.traceSms, ({ deps, actor, params, query }) =>
    traceSms({ deps, actor }, { owner: params.id, message: params.messageId, ...query }),
  ),
  route(contract.cancelSms, ({ deps, actor, params, transact }) =>
    cancelSms({ deps, actor, transact }, { owner: params.id, message: params.messageId }),
  ),
  changeRoute(contract.moveSms, (by, { params, body }) =>
    moveSms(by, { owner: params.id, message: params.messageId, ...body }),
  ),
  routeInStatement(contract.resendSms, ({ deps, credential, idempotencyKey, params }) =>
    resendSms({ deps, credential, idempotencyKey }, { owner: params.id, message: params.messageId }),
  ),
  publicRoute(getMessageMedia, ({ deps, params }) => getMedia(deps, params.key)),
  route(admin.listUnknownGroups, ({ deps }) => listUnknownGroups(deps)),
  changeRoute(admin.settleUnknownGroup, (by, { params, body }) =>
    settleUnknownGroup(by, { provider: params.carrier, ...body }),
  ),
  route(admin.listHeldSms, ({ deps, query }) => listHeld(deps, query)),
  changeRoute(admin.decideHeldSms, (by, { params, body }) => decideHeld(by, { ...params, ...body })),
  route(admin.listUnknownSms, ({ deps, query }) => listUnknownSms(deps, query)),
  changeRoute(admin.settleUnknownSms, (by, { params, body }) => settleUnknownSms(by, { ...params, ...body })),
];
