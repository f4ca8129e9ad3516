import { activateAccount, suspendUser } from '../resale/suspend-account.ts';
import { routesFor } from '../callers/route.ts';
import type { Deps } from '../services/deps.ts';
import { askForApproval } from '../callers/approvals/ask.ts';
import { eachOrAsk } from '../callers/approvals/require.ts';
import { closeForOwner } from '../accounts/closing/close-account.ts';
import { readUser } from '../callers/present-user.ts';
import * as accounts from './accounts/contract.ts';
import { getNotes, setNotes } from './accounts/notes.ts';
import { refundCharge } from './accounts/refund-charge.ts';
import { readAccountPrices } from './accounts/read-prices.ts';
import { setAccountPrice, withdrawAccountPrice } from './accounts/set-price.ts';
import { setSeesCustomers } from '../callers/sees-customers.ts';
import { sendAccountLink } from '../callers/registration/send-account-link.ts';
import { adjustBalance } from './adjust-balance.ts';
import { changeDuty } from '../callers/change-duty.ts';
import { findLosses } from '../money/figures/notify-of-losses.ts';
import * as contract from './contract.ts';
import { createUser, requireFitting } from './create-user.ts';
import { exportPayments } from './export-payments.ts';
import * as figures from './figures/contract.ts';
import { exportFigures } from './figures/export-figures.ts';
import { exportUnits } from './figures/export-units.ts';
import { getFigures } from './figures/get-figures.ts';
import { listUnits } from './figures/list-units.ts';
import { exportUsers } from './export-users.ts';
import { getAdminStats } from './get-admin-stats.ts';
import { exportActivity, listActivity } from './list-activity.ts';
import { listPayments } from './list-payments.ts';
import { countUsers, listUsers } from './list-users.ts';
import { agree } from './requests/agree.ts';
import * as requests from './requests/contract.ts';
import { listRequests } from './requests/list.ts';
import { previewing, previewOf } from './requests/preview.ts';
import { changeKept } from './kept-settings/change-kept.ts';
import * as kept from './kept-settings/contract.ts';
import { listKept } from './kept-settings/list-kept.ts';
import { changeSetting } from './settings/change-setting.ts';
import * as settings from './settings/contract.ts';
import { getBanner } from './settings/get-banner.ts';
import { listChanges } from './settings/list-changes.ts';
import { listSettings } from './settings/list-settings.ts';
import { acceptDifference } from './comparisons/accept-difference.ts';
import * as comparisons from './comparisons/contract.ts';
import { getComparisons } from './comparisons/get-comparisons.ts';
import * as alarms from './alarms/contract.ts';
import { getStatus } from './alarms/get-status.ts';
import { listAlarms } from './alarms/list-alarms.ts';
import { tryItem } from './go-live/try-item.ts';
import { checkReadiness as readinessEndpoint, tryReadiness } from './go-live/contract.ts';
import { checkReadiness } from './go-live/check-readiness.ts';
import { searchEverything as searchContract } from './search/contract.ts';
import { searchEverything } from './search/search.ts';
import * as retention from './retention/contract.ts';
import { listRetention } from './retention/list-retention.ts';
import { decide } from './requests/decide.ts';
import { writeLetter } from './write-letter.ts';

const { changeRoute, publicRoute, route } = routesFor<Deps>();

export const adminRoutes = [
  route(contract.listUsers, ({ deps, query }) => listUsers(deps, query)),
  route(contract.countUsers, ({ deps, query }) => countUsers(deps, query)),
  route(contract.exportUsers, ({ deps, actor, query }) => exportUsers({ deps, actor }, query)),
  route(contract.createUser, async ({ deps, actor, body }) => {
    const { role, email, fullName, company, duty = null } = body;
    requireFitting(body);
    if (role === 'admin') {
      const wanted = { kind: 'administrator', email, fullName, company: company || null, duty } as const;
      await askForApproval({ deps, actor }, { wanted });
    }
    return createUser({ deps, actor }, body);
  }),
  route(contract.getAdminStats, ({ deps }) => getAdminStats(deps)),
  route(figures.getFigures, ({ deps, query }) => deps.replica.read(deps, (late) => getFigures(late, query))),
  route(figures.exportFigures, ({ deps, actor, query }) => exportFigures({ deps, actor }, query)),
  route(figures.listLosses, ({ deps }) => deps.replica.read(deps, (late) => findLosses(late))),
  route(figures.listFigureUnits, ({ deps, query }) => deps.replica.read(deps, (late) => listUnits(late, query))),
  route(figures.exportFigureUnits, ({ deps, actor, query }) => exportUnits({ deps, actor }, query)),
  route(searchContract, ({ deps, actor, query }) => searchEverything(deps, actor, query.q)),
  route(comparisons.getComparisons, ({ deps }) => getComparisons(deps)),
  changeRoute(comparisons.acceptDifference, (by, { params, body }) =>
    acceptDifference(by, { id: params.comparisonId, reason: body.reason }),
  ),
  route(alarms.listAlarms, ({ deps }) => listAlarms(deps)),
  publicRoute(alarms.getStatus, ({ deps, query }) => getStatus(deps, query)),
  route(readinessEndpoint, ({ deps }) => checkReadiness(deps)),
  route(tryReadiness, ({ deps, actor, params }) => tryItem({ deps, actor }, params.item)),
  route(retention.listRetention, ({ deps }) => listRetention(deps)),
  route(contract.listActivity, ({ deps, query }) => deps.replica.read(deps, (late) => listActivity(late, query))),
  route(contract.listPeopleActivity, ({ deps, params, query }) => listActivity(deps, { ...query, account: params.id })),
  route(contract.exportActivity, ({ deps, actor, query }) => exportActivity({ deps, actor }, query)),
  route(contract.listPayments, ({ deps, actor, query }) => listPayments({ deps, actor }, query)),
  route(contract.exportPayments, ({ deps, actor, query }) => exportPayments({ deps, actor }, query)),
  route(contract.suspendUser, ({ deps, actor, params, body, transact }) =>
    suspendUser({ deps, actor, transact }, { userId: params.id, reason: body?.reason || null }),
  ),
  changeRoute(contract.activateUser, (by, { params }) => activateAccount(by, { userId: params.id })),
  route(accounts.getNotes, ({ deps, params }) => getNotes(deps.db, params.id)),
  changeRoute(accounts.setNotes, (by, { params, body }) => setNotes(by, { userId: params.id, ...body })),
  route(accounts.getAccountPrices, ({ deps, params }) => readAccountPrices(deps.db, params.id)),
  changeRoute(accounts.setAccountPrice, async (by, { params: { id: userId, subject }, body }) => ({
    holdsFrom: (await setAccountPrice(by, { userId, subject, ...body })).toISOString(),
  })),
  route(accounts.previewAccountPrice, async ({ deps, actor, params: { id: userId, subject }, body }) => {
    let holdsFrom = '';
    const found = await previewing({ deps, actor }, async (tx) => {
      const wanted = { userId, subject, ...body, agreed: true };
      holdsFrom = (await setAccountPrice({ tx, deps, actor }, wanted)).toISOString();
    });
    return { ...found, holdsFrom };
  }),
  changeRoute(accounts.withdrawAccountPrice, (by, { params: { id: userId, subject } }) =>
    withdrawAccountPrice(by, { userId, subject }),
  ),
  changeRoute(accounts.setSeesCustomers, (by, { params, body }) =>
    setSeesCustomers(by, { userId: params.id, ...body }),
  ),
  route(accounts.sendAccountLink, ({ deps, actor, params, body }) =>
    sendAccountLink({ deps, actor }, { userId: params.id, ...body }),
  ),
  changeRoute(accounts.refundCharge, (by, { params, body }) =>
    refundCharge(by, { userId: params.id, transactionId: params.transactionId, body }),
  ),
  changeRoute(accounts.closeForOwner, async (by, { params, body }) => {
    await closeForOwner(by, { userId: params.id, ...body });
    return readUser(by.tx.db, params.id);
  }),
  changeRoute(contract.changeDuty, (by, { params, body }) => changeDuty(by, { userId: params.id, duty: body.duty })),
  changeRoute(contract.adjustBalance, (by, { params, body }) => adjustBalance(by, { userId: params.id, body })),
  route(settings.listSettings, ({ deps }) => listSettings(deps)),
  route(settings.listSettingChanges, ({ deps, query }) => listChanges(deps, query)),
  changeRoute(settings.changeSettings, (by, { body }) =>
    eachOrAsk(body.settings, (change) => changeSetting(by, change)),
  ),
  changeRoute(contract.writeLetter, (by, { body }) => writeLetter(by, body)),
  route(contract.previewLetter, ({ deps, actor, body }) =>
    previewing({ deps, actor }, async (tx) => {
      await writeLetter({ tx, deps, actor, agreed: true }, body);
    }),
  ),
  route(kept.listKeptSettings, ({ deps }) => listKept(deps)),
  changeRoute(kept.changeKeptSettings, (by, { body }) => changeKept(by, body.settings)),
  route(settings.getBanner, ({ deps, actor }) => getBanner({ deps, actor })),
  route(requests.listRequests, ({ deps }) => listRequests(deps)),
  route(requests.previewRequest, ({ deps, actor, params }) => previewOf({ deps, actor }, params.requestId)),
  changeRoute(requests.agreeToRequest, (by, { params }) => agree(by, params.requestId)),
  changeRoute(requests.withdrawRequest, async ({ tx, actor }, { params }) => {
    await decide(tx, actor, { ...params, agreed: false });
  }),
];
