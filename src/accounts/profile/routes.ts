import { requireStepUp } from '../../callers/sessions/require-step-up.ts';
import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import { getOverview as overview } from '../overview/contract.ts';
import { getOverview } from '../overview/get-overview.ts';
import * as contract from './contract.ts';
import { getStats } from './get-stats.ts';
import { getUser } from './get-user.ts';
import { countLevelChange, setLowBalanceLevel } from './set-low-balance-level.ts';
import { countChange, isAddressChange, updateProfile } from './update-profile.ts';

const { route, routeInStatement } = routesFor<Deps>();

export const profileRoutes = [
  routeInStatement(contract.getUser, ({ deps, credential, params }) => getUser({ deps, credential }, params.id)),
  route(contract.updateUser, async ({ deps, actor, params, body, transact }) => {
    if (await isAddressChange(deps, { userId: params.id, email: body.email })) {
      if (actor.credentialKind === 'session') await requireStepUp({ deps, actor });
    }
    await countChange({ deps, actor }, { userId: params.id, email: body.email });
    return transact((tx) => updateProfile({ tx, actor }, { userId: params.id, input: body }));
  }),
  route(contract.setLowBalanceLevel, async ({ deps, actor, params, body, transact }) => {
    await countLevelChange(deps, params.id);
    return transact((tx) => setLowBalanceLevel({ tx, actor }, { userId: params.id, level: body.level }));
  }),
  routeInStatement(contract.getStats, ({ deps, credential, params }) => getStats({ deps, credential }, params.id)),
  route(overview, ({ deps, params }) => getOverview(deps, params.id)),
];
