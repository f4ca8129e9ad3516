import { routesFor } from '../../callers/route.ts';
import type { Deps } from '../deps.ts';
import { checkVerification } from './check.ts';
import * as contract from './contract.ts';
import { createVerification, sendAgain } from './create.ts';
import { listVerifications, readFigures } from './list.ts';
import { readVerification } from './present.ts';

const { route, routeInStatement } = routesFor<Deps>();

export const verificationRoutes = [
  routeInStatement(
    contract.createVerification,
    async ({ deps, credential, idempotencyKey, params: { id: userId }, body }) =>
      createVerification({ deps, credential, idempotencyKey }, { userId, ...body }),
  ),
  routeInStatement(
    contract.sendVerificationAgain,
    async ({ deps, credential, idempotencyKey, params: { id: userId, verificationId }, body }) =>
      sendAgain({ deps, credential, idempotencyKey }, { userId, verificationId, ...body }),
  ),
  route(contract.checkVerification, ({ deps, params: { id: userId, verificationId }, body }) =>
    checkVerification(deps, { userId, verificationId, ...body }),
  ),
  route(contract.getVerification, ({ deps, params: { id: userId, verificationId } }) =>
    readVerification(deps, { userId, verificationId }),
  ),
  route(contract.listVerifications, ({ deps, params, query }) =>
    listVerifications(deps, { userId: params.id, ...query }),
  ),
  route(contract.getVerificationFigures, ({ deps, params }) => readFigures(deps, params.id)),
];
