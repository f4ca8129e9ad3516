import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import * as contract from './contract.ts';
import { createSmppAccount } from './create-account.ts';
import { listSmppAccounts } from './list-accounts.ts';

const { changeRoute, route } = routesFor<Deps>();

export const smppRoutes = [
  route(contract.listSmppAccounts, ({ deps, params }) => listSmppAccounts(deps, params.id)),
  changeRoute(contract.createSmppAccount, (by, { params, body }) => createSmppAccount(by, { userId: params.id, body })),
];
