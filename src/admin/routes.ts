import { activateAccount, suspendUser } from '../resale/suspend-account.ts';
import { routesFor } from '../callers/route.ts';
import type { Deps } from '../accounts/deps.ts';
import { adjustBalance } from './adjust-balance.ts';
import * as contract from './contract.ts';
import { countUsers } from './count-users.ts';
import { createUser } from './create-user.ts';
import { exportPayments } from './export-payments.ts';
import { exportUsers } from './export-users.ts';
import { getAdminStats } from './get-admin-stats.ts';
import { listActivity } from './list-activity.ts';
import { listPayments } from './list-payments.ts';
import { listUsers } from './list-users.ts';

const { route } = routesFor<Deps>();

export const adminRoutes = [
  route(contract.listUsers, ({ deps, query }) => listUsers(deps, query)),
  route(contract.countUsers, ({ deps, query }) => countUsers(deps, query)),
  route(contract.exportUsers, ({ deps, actor, query }) => exportUsers({ deps, actor }, query)),
  route(contract.createUser, ({ deps, actor, body }) => createUser({ deps, actor }, body)),
  route(contract.getAdminStats, ({ deps }) => getAdminStats(deps)),
  route(contract.listActivity, ({ deps, query }) => listActivity(deps, query)),
  route(contract.listPayments, ({ deps, query }) => listPayments(deps, query)),
  route(contract.exportPayments, ({ deps, actor, query }) => exportPayments({ deps, actor }, query)),
  route(contract.suspendUser, ({ deps, actor, params, transact }) =>
    suspendUser({ deps, actor, transact }, params.id),
  ),
  route(contract.activateUser, ({ deps, actor, params, transact }) =>
    transact((tx) => activateAccount({ tx, deps, actor }, params.id)),
  ),
  route(contract.adjustBalance, ({ actor, params, body, transact }) =>
    transact((tx) => adjustBalance({ tx, actor }, { userId: params.id, body })),
  ),
];
