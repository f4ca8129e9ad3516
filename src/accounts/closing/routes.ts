import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import { closeAccount } from './close-account.ts';
import * as contract from './contract.ts';
import { getClosing } from './get-closing.ts';

const { route } = routesFor<Deps>();

export const closingRoutes = [
  route(contract.getClosing, ({ deps, actor }) => getClosing({ deps, actor })),
  route(contract.closeAccount, async ({ actor, body, incoming, transact }) => {
    const answer = await transact((tx) => closeAccount({ tx, actor }, body));
    incoming.cookie.clear();
    return answer;
  }),
];
