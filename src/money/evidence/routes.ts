import { type Route, route } from '../../edge/http/route.ts';
import { checkEvidence } from './check-evidence.ts';
import { checkPaymentEvidence, getPaymentEvidence } from './contract.ts';
import { getEvidence } from './get-evidence.ts';

export const evidenceRoutes: readonly Route[] = [
  route(getPaymentEvidence, ({ deps, params }) => getEvidence(deps, params.transactionId)),
  route(checkPaymentEvidence, ({ deps, actor, params, body }) =>
    checkEvidence(deps, actor, params.transactionId, body),
  ),
];
