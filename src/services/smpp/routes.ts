import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import * as contract from './contract.ts';
import { createSmppAccount } from './create-account.ts';
import { listSmppAccounts } from './list-accounts.ts';

const { route } = routesFor<Deps>();

export const smppRoutes = [
  route(contract.listSmppAccounts, ({ deps, params }) => listSmppAccounts(deps, params.id)),
  route(contract.createSmppAccount, ({ deps, actor, params, body, transact }) =>
    transact((tx) => createSmppAccount({ tx, actor, deps }, { userId: params.id, body })),
  ),
];
