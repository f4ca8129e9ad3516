import { routesFor } from '../../callers/route.ts';
import { noteLimitReached } from '../../money/allowances/limit-reached.ts';
import type { Deps } from '../deps.ts';
import { readCallPreference } from '../voice/running/calling-carriers.ts';
import * as contract from './contract.ts';
import { proveNumber, removeProof } from './prove.ts';
import { speakCode } from './speak-code.ts';
import { textCode } from './text-code.ts';

const { changeRoute, route, routeInStatement } = routesFor<Deps>();

export const numberProofRoutes = [
  routeInStatement(contract.textNumberCode, ({ deps, credential, idempotencyKey, params, body }) =>
    textCode({ deps, credential, idempotencyKey }, { userId: params.id, number: body.number }),
  ),
  route(contract.speakNumberCode, async ({ deps, params: { id: userId }, body, transact }) => {
    const preference = await readCallPreference(deps);
    return noteLimitReached(deps, {
      userId,
      work: () => transact((tx) => speakCode({ deps, tx }, { userId, number: body.number, preference })),
    });
  }),
  route(contract.proveNumber, ({ deps, actor, params, body }) =>
    proveNumber({ deps, actor }, { userId: params.id, ...body }),
  ),
  changeRoute(contract.removeProof, (by, { params: { id: userId, proofId } }) => removeProof(by, { userId, proofId })),
];
