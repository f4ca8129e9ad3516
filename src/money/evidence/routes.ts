import { type Route, routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { checkEvidence, getEvidence } from './check-evidence.ts';
import { checkPaymentEvidence, getPaymentEvidence } from './contract.ts';

const { route } = routesFor<Deps>();

export const evidenceRoutes: readonly Route<Deps>[] = [
  route(getPaymentEvidence, ({ deps, params }) => getEvidence(deps, params.transactionId)),
  route(checkPaymentEvidence, ({ deps, actor, params, body }) =>
    checkEvidence({ deps, actor }, { transactionId: params.transactionId, input: body }),
  ),
];
