import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../../services/deps.ts';
import { askForApproval } from '../../callers/approvals/ask.ts';
import * as contract from './contract.ts';
import { getLimits } from './get-limits.ts';
import { liftLimit } from './lift-limit.ts';
import { openDestinations, setCallsAtOnce, resumeCode } from './change-limits.ts';
import { setLimits } from './set-limits.ts';

const { changeRoute, route } = routesFor<Deps>();

export const limitRoutes = [
  route(contract.getLimits, ({ deps, params }) =>
    getLimits(deps.db, deps, { userId: params.id, now: deps.clock.now() }),
  ),
  changeRoute(contract.setLimits, (by, { params, body }) => setLimits(by, { userId: params.id, body })),
  changeRoute(contract.resumeCode, (by, { params, body }) => resumeCode(by, { userId: params.id, body })),
  route(contract.liftLimit, async ({ deps, actor, params, body, transact }) => {
    if (body.until !== null) {
      const wanted = { kind: 'limit_lift', userId: params.id, until: body.until ?? null } as const;
      await askForApproval({ deps, actor }, { wanted });
    }
    return transact((tx) => liftLimit({ tx, deps, actor }, { userId: params.id, body }));
  }),
  changeRoute(contract.openDestinations, (by, { params, body }) => openDestinations(by, { userId: params.id, body })),
  changeRoute(contract.setCallsAtOnce, (by, { params, body }) => setCallsAtOnce(by, { userId: params.id, body })),
];
